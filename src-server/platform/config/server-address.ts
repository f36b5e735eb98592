/** What a refusal of an address adds: its password is the usual cause. */
export const ENCODED =
  'A user name and a password in it are percent-encoded: %23 for #, %2F for /, %40 for @, %25 for %.'

/** Whether the text is such an address. An unencoded `#`, `/` or `?` in its password would end the host early. */
export function isServerAddress(text: string, beginning: RegExp): boolean {
  if (!beginning.test(text) || !URL.canParse(text)) return false
  const { username, password, pathname, search, hash } = new URL(text)
  if (hash !== '' || pathname.includes('@') || search.includes('@')) return false
  try {
    decodeURIComponent(username + password)
    return true
  } catch {
    return false
  }
}
