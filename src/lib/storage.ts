import { site } from '#shared/site.ts'

/** The quote that a visitor left to sign in (held-quote.ts). The number is the schema version. */
export const HELD_QUOTE_KEY = 'held-quote.1'

/** Local storage can be disabled, full or tampered with: nothing throws, a malformed value reads as absent. */
export function readStored<T>(key: string, parse: (value: unknown) => T | undefined) {
  return attempt((storage) => {
    const text = storage.getItem(site.storagePrefix + key)
    return text === null ? undefined : parse(JSON.parse(text))
  })
}

export function writeStored(key: string, value: unknown) {
  attempt((storage) => storage.setItem(site.storagePrefix + key, JSON.stringify(value)))
}

export function removeStored(key: string) {
  attempt((storage) => storage.removeItem(site.storagePrefix + key))
}

/** Removes all keys but the preferences of the device, for sign-out. */
export function clearStored() {
  removeMatching(() => true)
}

/** Removes the keys of all other customers: such keys end with '_' and the customer's id. */
export function clearStoredOfOthers(customerId: string) {
  removeMatching((key) => key.includes('_') && !key.endsWith(`_${customerId}`))
}

function removeMatching(matches: (key: string) => boolean) {
  attempt((storage) => {
    const keys = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '')
    for (const key of keys) {
      const isPersonal =
        key.startsWith(site.storagePrefix) && !key.startsWith(site.storagePrefix + site.deviceSettingPrefix)
      if (isPersonal && matches(key)) storage.removeItem(key)
    }
  })
}

function attempt<T>(use: (storage: Storage) => T | undefined) {
  try {
    return use(window.localStorage)
  } catch {
    return undefined
  }
}
