import { site } from '#shared/site.ts'

const RANDOM_BYTES = 16
let unstored: string | undefined

/** The random id of this visit. It lives in this tab alone and ends with it, so that no visit leads to the next. */
export function visitorId(): string {
  const key = `${site.storagePrefix}visit`
  try {
    const stored = sessionStorage.getItem(key)
    if (stored) return stored
    unstored ??= newVisitorId()
    sessionStorage.setItem(key, unstored)
  } catch {
    // Without storage the id lasts until the page is loaded anew.
    unstored ??= newVisitorId()
  }
  return unstored
}

/** 128 random bits as base64url: 22 characters. */
function newVisitorId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(RANDOM_BYTES))
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=/g, '')
}
