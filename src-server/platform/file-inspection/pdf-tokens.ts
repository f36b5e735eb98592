import { isDigit, isLetter, isLineEnd, isSpace, SLASH, textIs } from './pdf-bytes.ts'
import { nameAt } from './pdf-names.ts'

/** The bytes `from` to before `to`. */
export type ByteRange = { from: number; to: number }

/** Thrown where viewers may disagree about what the bytes are. */
export class AmbiguousPdf extends Error {}

const [PERCENT, OPEN, CLOSE, LESS, GREATER, BACKSLASH, TAB] = [0x25, 0x28, 0x29, 0x3c, 0x3e, 0x5c, 0x09]
const [PLUS, MINUS, POINT, LETTER_E, LETTER_O] = [0x2b, 0x2d, 0x2e, 0x65, 0x6f]
/** The longest name or word that every viewer reads whole (ISO 32000-1, annex C). */
const MAX_WORD = 127
/** Maximum streams, and strings and comments with a slash: more than the links and titles of a long book. */
const MAX_TEXTS = 50_000
/** Only bytes that are part of a word for every viewer; non-ASCII bytes are not. */
const isOfWord = new Uint8Array(256).fill(1, 0x21, 0x7f)
for (const delimiter of Buffer.from('()<>[]{}/%')) isOfWord[delimiter] = 0
const isOfHexString = new Uint8Array(256)
for (const byte of Buffer.from('0123456789abcdefABCDEF \t\n\f\r')) isOfHexString[byte] = 1
/** White space for at least one viewer: PDFium includes the bytes 80 and FF. */
const isSpaceForSome = new Uint8Array(256)
for (const byte of [0, 9, 10, 11, 12, 13, 32, 0x80, 0x85, 0xa0, 0xff]) isSpaceForSome[byte] = 1

/**
 * Reads the tokens of a PDF of which every viewer finds the same ends. `texts` are comments and strings with a slash.
 */
export class PdfTokens {
  readonly bytes: Buffer
  readonly texts: ByteRange[] = []
  at = 0

  constructor(bytes: Buffer) {
    this.bytes = bytes
  }

  /** The next byte; undefined at the end. */
  get next(): number | undefined {
    return this.bytes[this.at]
  }

  nextIs(text: string): boolean {
    return textIs(this.bytes, this.at, text)
  }

  skipSpace(): void {
    while (isSpace(this.next)) this.at++
  }

  /** Skips white space and comments. */
  skipBlank(): void {
    this.skipSpace()
    while (this.next === PERCENT) {
      this.#skipText((byte) => {
        // Some viewers end a comment at a form feed.
        if (byte < 0x20 && byte !== TAB && !isLineEnd(byte)) throw new AmbiguousPdf()
        return isLineEnd(byte)
      })
      this.skipSpace()
    }
  }

  /** Skips a keyword; whether it is next. */
  take(keyword: string): boolean {
    const isNext = this.nextIs(keyword) && isOfWord[this.bytes[this.at + keyword.length] ?? 0] === 0
    if (isNext) this.at += keyword.length
    return isNext
  }

  /** Skips a keyword that must be next. */
  expect(keyword: string): void {
    if (!this.take(keyword)) throw new AmbiguousPdf()
  }

  /** Reads a name; '' for one longer than any rejected name. */
  name(): string {
    const from = this.at++
    this.#skipWord()
    return nameAt(this.bytes, from)?.name ?? ''
  }

  /** Skips a number; returns its position when it consists of digits, otherwise undefined. */
  number(): number | undefined {
    const from = this.at
    if (this.next === PLUS || this.next === MINUS) this.at++
    const start = this.at
    this.#skipDigits()
    let digits = this.at - start
    const isWhole = start === from && this.next !== POINT
    if (this.next === POINT) {
      this.at++
      this.#skipDigits()
      digits = this.at - start - 1
    }
    if (digits === 0 || isOfWord[this.next ?? 0] === 1) throw new AmbiguousPdf()
    return isWhole ? from : undefined
  }

  /** Whether a number is next, or a word that only looks like one. */
  get isNumberNext(): boolean {
    return isDigit(this.next) || this.next === PLUS || this.next === MINUS || this.next === POINT
  }

  hexString(): void {
    this.at++
    while (isOfHexString[this.next ?? 0] === 1) this.at++
    if (this.next !== GREATER) throw new AmbiguousPdf()
    this.at++
  }

  /** Skips a string in parentheses, which may be nested or escaped. */
  string(): void {
    let [depth, isEscaped] = [0, false]
    this.#skipText((byte) => {
      if (isEscaped) isEscaped = false
      else if (byte === BACKSLASH) isEscaped = true
      else if (byte === OPEN) depth++
      else if (byte === CLOSE) depth--
      return depth === 0
    })
    if (depth > 0) throw new AmbiguousPdf()
  }

  #skipWord(): void {
    const from = this.at
    while (isOfWord[this.next ?? 0] === 1) this.at++
    if (this.at === from || this.at - from > MAX_WORD) throw new AmbiguousPdf()
  }

  #skipDigits(): void {
    while (isDigit(this.next)) this.at++
  }

  addText(text: ByteRange): void {
    if (this.texts.push(text) > MAX_TEXTS) throw new AmbiguousPdf()
  }

  /** Skips a text up to the byte that ends it, or to the end of the file. A viewer must not find an object in it. */
  #skipText(isLast: (byte: number) => boolean): void {
    const from = this.at
    let hasSlash = false
    for (let byte = this.next; byte !== undefined; byte = this.next) {
      if (startsObject(this.bytes, this.at)) throw new AmbiguousPdf()
      hasSlash ||= byte === SLASH
      this.at++
      if (isLast(byte)) break
    }
    if (hasSlash) this.addText({ from, to: this.at })
  }
}

/** Whether a dictionary or object starts at `at`, or a stream of another length could end there. */
function startsObject(bytes: Buffer, at: number): boolean {
  const byte = bytes[at]
  if (byte === LESS) return bytes[at + 1] === LESS
  if (byte === LETTER_O) return isObjectKeyword(bytes, at)
  return byte === LETTER_E && textIs(bytes, at, 'endstream')
}

/** Whether an 'obj' at `at` follows white space or a number for at least one viewer. */
function isObjectKeyword(bytes: Buffer, at: number): boolean {
  if (!textIs(bytes, at, 'obj') || isLetter(bytes[at + 3])) return false
  const before = bytes[at - 1] ?? 0
  return isSpaceForSome[before] === 1 || isDigit(before) || before === PLUS || before === MINUS || before === POINT
}

/** Whether the data of a stream contain an object or a trailer. */
export function hasObject(data: Buffer): boolean {
  for (let at = data.indexOf('obj'); at !== -1; at = data.indexOf('obj', at + 1))
    if (isObjectKeyword(data, at)) return true
  for (let at = data.indexOf('trailer'); at !== -1; at = data.indexOf('trailer', at + 1)) {
    let after = at + 'trailer'.length
    while (isSpaceForSome[data[after] ?? 1] === 1) after++
    if (data[after] === LESS || data[after] === PERCENT) return true
  }
  return false
}
