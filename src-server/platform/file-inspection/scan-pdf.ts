import { isDigit, isLineEnd, isSpace, SLASH, textIs } from './pdf-bytes.ts'
import { nameAt } from './pdf-names.ts'

/**
 * A token of a PDF in byte order, independent of the cross-reference table: from `at` to before `end`. The `at` of an
 * object is its keyword.
 */
export type PdfPart =
  /** `isInStream`: between a `stream` keyword and the next `endstream`. */
  | { kind: 'name'; at: number; name: string; isEscaped: boolean; isInStream: boolean }
  /** An object is '12 0 obj' at the start of a line. */
  | { kind: 'object' | 'stream' | 'endstream'; at: number; end: number }

const [LETTER_O, LETTER_S] = [0x6f, 0x73]
const STREAM = 'stream'
const isWordByte = (byte: number | undefined) => byte !== undefined && /^\w$/.test(String.fromCharCode(byte))

/** Yields the tokens in one pass, in linear time. */
export function* scanPdf(bytes: Buffer): Generator<PdfPart> {
  let isInStream = false
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === SLASH) {
      const found = nameAt(bytes, at)
      if (found) yield { kind: 'name', at, ...found, isInStream }
    } else if (byte === LETTER_S && textIs(bytes, at, STREAM)) {
      const end = at + STREAM.length
      isInStream = !textIs(bytes, at - 3, 'end')
      yield isInStream ? { kind: 'stream', at, end } : { kind: 'endstream', at: at - 3, end }
    } else if (byte === LETTER_O && textIs(bytes, at, 'obj') && isObjectHead(bytes, at))
      yield { kind: 'object', at, end: at + 3 }
  }
}

/** Whether a dictionary ends before the keyword at `at`. */
export function isAfterDictionary(bytes: Buffer, at: number): boolean {
  return textIs(bytes, beforeSpace(bytes, at) - 2, '>>')
}

/** Skips the white space after the keyword; deflated data never begins with white space. */
export function startOfData(bytes: Buffer, keywordEnd: number): number {
  let at = keywordEnd
  while (isSpace(bytes[at])) at++
  return at
}

/** The position after the last non-space byte before `at`. */
function beforeSpace(bytes: Buffer, at: number): number {
  let before = at
  while (isSpace(bytes[before - 1])) before--
  return before
}

/** Whether '12 0 ' precedes this 'obj' at the start of a line. Linear in total, as headers do not overlap. */
function isObjectHead(bytes: Buffer, obj: number): boolean {
  if (isWordByte(bytes[obj + 3])) return false
  let at = obj
  for (let number = 0; number < 2; number++) {
    const digitsEnd = beforeSpace(bytes, at)
    if (digitsEnd === at) return false
    at = digitsEnd
    while (isDigit(bytes[at - 1])) at--
    if (at === digitsEnd) return false
  }
  while (isSpace(bytes[at - 1])) if (isLineEnd(bytes[--at])) return true
  return at === 0
}
