import { compactText } from './compact-text.ts'

const extension = /[ ,;]{0,3}(?:ext(?:ension|n)?|x|#)[ .:=]{0,3}(\d{1,7})$/i

/** `cleanText` of phone numbers: without the scheme of a link, and with an extension as ' x5'. */
export function cleanPhone(text: string) {
  return compactText(text)
    .replace(/^(?:tel: ?)+/i, '')
    .replace(extension, ' x$1')
    .trim()
}

/** Digits with the usual punctuation, 7 to 15 of them (E.164 allows 15), and up to 7 of an extension. */
export function isPhone(text: string) {
  const number = cleanPhone(text).replace(/ x\d{1,7}$/, '')
  const digits = number.replace(/\D/g, '').length
  return digits >= 7 && digits <= 15 && /^[+\d\s().x-]+$/i.test(number)
}
