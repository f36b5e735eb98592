import { type CompactKind, compactText, narrow } from './compact-text.ts'
import { withAsciiDomain } from './email.ts'
import { cleanPhone } from './phone.ts'

export type TextKind = CompactKind | 'name' | 'line' | 'lines' | 'search'

/** Page and server use the same functions; repeating one changes nothing. The rest is for `refusedCharacter`. */
export const cleanText: Readonly<Record<TextKind, (text: string) => string>> = {
  number: compactText,
  code: compactText,
  phone: cleanPhone,
  address: compactText,
  email: (text) => withAsciiDomain(compactText(text)),
  name: oneLine,
  line: oneLine,
  lines: manyLines,
  search: (text) => withAsciiDomain(oneLine(narrow(text))),
}

/** The first character of a clean text that may not be stored, as 'U+0007'; undefined when there is none. */
export function refusedCharacter(kind: TextKind, cleaned: string) {
  // Removing a right-to-left override would change what people read.
  const refused = kind === 'lines' ? /[^\P{Cc}\t\n]|[\p{Cs}\u202e]/u : /[\p{Cc}\p{Cs}\u202e]/u
  const code = refused.exec(cleaned)?.[0].codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')
  return code && `U+${code}`
}

function oneLine(text: string) {
  if (!text.isWellFormed()) return text
  const blank = /[\t\v\f\u0085\u2028\u2029\u2800]/g
  return text.replace(unneeded, '$1$2').normalize('NFC').replace(blank, ' ').trim()
}

function manyLines(text: string) {
  if (!text.isWellFormed()) return text
  return text
    .replace(unneededInLines, '$1$2$3')
    .normalize('NFC')
    .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    .replaceAll('\u2800', ' ')
    .trim()
}

const ignorable = '\\p{Default_Ignorable_Code_Point}'
const joiner = '\\p{Join_Control}'

/** Scripts whose spelling has joiners inside of words. */
const joined = ['Adlm', 'Arab', 'Beng', 'Deva', 'Gujr', 'Guru', 'Knda', 'Mand', 'Mlym', 'Mong', 'Nkoo', 'Orya']
const joinedToo = ['Rohg', 'Sinh', 'Syrc', 'Taml', 'Telu', 'Thaa']
const scripts = [...joined, ...joinedToo].map((script) => `\\p{Script_Extensions=${script}}`).join('')
const letter = `(?!${ignorable})(?=[\\p{L}\\p{M}])[${scripts}]`
/** After these a joiner changes the letter, also at the end of a word: chillus of Malayalam, half forms. */
const viramas = '[\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d4d\\u0dca]'

/** Group 1 and 2 stay: joiners of a script, and selectors of letters of Mongolian and of Chinese characters. */
const neededJoiner = `((?<=${viramas})${joiner}|(?<=${letter})${joiner}(?=${joiner}*${letter}))${joiner}*`
const neededSelector =
  '((?<=(?!\\p{Default_Ignorable_Code_Point})\\p{Script=Mong})[\\u180b-\\u180f]|(?<=\\p{Script=Han})[\\ufe00-\\ufe02\\u{e0100}-\\u{e01ef}])'
const needed = `${neededJoiner}|${neededSelector}`
/** Interlinear annotations are invisible, but not ignorable. */
const rest = `(?!\\u202e)[${ignorable}\\ufff9-\\ufffb]`
export const unneeded = new RegExp(`${needed}|${rest}`, 'gu')

const pictograph = '\\p{Extended_Pictographic}[\\p{Emoji_Modifier}\\ufe0e\\ufe0f]?'
const flag = '\\u{1f3f4}[\\u{e0030}-\\u{e0039}\\u{e0061}-\\u{e007a}]{3,6}\\u{e007f}'
/** Group 3 stays: flags of regions, keycaps, and pictographs with a presentation, a skin tone or joined to others. */
const emoji = `(${flag}|[\\d#*]\\ufe0f\\u20e3|${pictograph}(?:\\u200d${pictograph})*)`
export const unneededInLines = new RegExp(`${needed}|${emoji}|${rest}`, 'gu')
