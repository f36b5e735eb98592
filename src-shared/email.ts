export const EMAIL_MAX_LENGTH = 254

/** ASCII only, which excludes homoglyphs; so the octet limits of RFC 5321 are character limits. */
const localPart = /^[a-z0-9_][a-z0-9_%+'&/~=-]*(?:\.[a-z0-9_%+'&/~=-]+)*$/i
const domainLabel = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i
const topLevelDomain = /^(?:[a-z]{2,63}|xn--[a-z0-9-]{2,59})$/i

/** The `URL` of browsers and of Node.js, of which this folder compiles without either's types. */
declare const URL: { new (text: string): { hostname: string } }

/** An address at an international domain in ASCII, as browsers send the value of an e-mail field. */
export function withAsciiDomain(text: string) {
  const at = text.lastIndexOf('@') + 1
  const domain = text.slice(at)
  const isInternational = at > 0 && /^[\p{L}\p{M}\p{N}.\u3002-]+$/u.test(domain) && /[^a-z0-9.-]/i.test(domain)
  if (!isInternational) return text
  try {
    return text.slice(0, at) + new URL(`http://${domain}`).hostname
  } catch {
    return text
  }
}

/** A dot-atom of RFC 5321 without characters that have a meaning in mail headers, lists or formulas. */
export function isEmail(text: string) {
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

/** The specified pattern of the sign-in form: wider than `isEmail`, because older accounts have such addresses. */
export function hasEmailShape(text: string) {
  return text.length <= EMAIL_MAX_LENGTH && /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/.test(text)
}
