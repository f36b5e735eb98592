/** An e-mail address as one person types it and every mail system, spreadsheet and reader takes it. */

export const EMAIL_MAX_LENGTH = 254

/** RFC 5321 counts both parts in octets; here they are ASCII, so letters that look alike are one letter. */
const localPart = /^[a-z0-9_][a-z0-9_%+'&/~=-]*(?:\.[a-z0-9_%+'&/~=-]+)*$/i
const domainLabel = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i
const topLevelDomain = /^(?:[a-z]{2,63}|xn--[a-z0-9-]{2,59})$/i

/**
 * Whether this can be the address of an account: the dot-atoms of RFC 5321 without the characters that mail headers,
 * lists and formulas give a meaning, at a domain name of two labels or more.
 */
export function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@')
  const [local, labels] = [text.slice(0, Math.max(at, 0)), text.slice(at + 1).split('.')]
  return (
    text.length <= EMAIL_MAX_LENGTH &&
    local.length <= 64 &&
    localPart.test(local) &&
    labels.length >= 2 &&
    labels.every((label) => domainLabel.test(label)) &&
    topLevelDomain.test(labels.at(-1) ?? '')
  )
}

/** The specified pattern of the sign-in form: accounts of before `isEmail` are still found by what they were made with. */
export function hasEmailShape(text: string): boolean {
  return text.length <= EMAIL_MAX_LENGTH && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)
}
