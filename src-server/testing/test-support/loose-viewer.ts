import { nameAt } from '../../platform/file-inspection/pdf-names.ts'

const rejected: ReadonlySet<string> = new Set(['JavaScript', 'Launch'])
const MAX_DEPTH = 64

/** The rejected names that a viewer reads which starts at any 'obj' of a file and reads as tolerantly as PDFium. */
export function rejectedNamesReadBy(file: Buffer): string[] {
  const text = file.toString('latin1')
  const starts = [...text.matchAll(/\bobj/g)].map(({ index }) => index + 'obj'.length)
  return starts.flatMap((start) => new LooseViewer(file, text, start).names())
}

/** Skips words that it does not understand, wherever they are, as PDFium's syntax parser does. */
class LooseViewer {
  readonly #file: Buffer
  readonly #text: string
  readonly #found: string[] = []
  #at: number

  constructor(file: Buffer, text: string, at: number) {
    this.#file = file
    this.#text = text
    this.#at = at
  }

  names(): string[] {
    this.#value(0)
    return this.#found
  }

  /** The next word; '(' and '<' alone, and '' at the end. */
  #word(): string {
    const blank = /(?:[\0\t\n\f\r \x80\xff]|%[^\r\n]*)*/y
    blank.lastIndex = this.#at
    blank.exec(this.#text)
    const word = /<<|>>|\/[^\0\t\n\f\r \x80\xff()<>[\]{}/%]*|[()<>[\]{}]|[^\0\t\n\f\r \x80\xff()<>[\]{}/%]+/y
    word.lastIndex = blank.lastIndex
    const [found = ''] = word.exec(this.#text) ?? []
    const from = blank.lastIndex
    this.#at = from + found.length
    const name = found.startsWith('/') ? nameAt(this.#file, from)?.name : undefined
    if (name !== undefined && rejected.has(name)) this.#found.push(name)
    return found
  }

  /** Reads a value; false where PDFium finds none. */
  #value(depth: number): boolean {
    if (depth > MAX_DEPTH) return false
    const word = this.#word()
    if (/^\d+$/.test(word)) return this.#isNumberOrReference(word)
    if (word === '(') return this.#string()
    if (word === '<') return this.#hexString()
    if (word === '[') return this.#list(depth)
    if (word === '<<') return this.#dictionary(depth)
    return word.startsWith('/') || /^(true|false|null|[+.\d-]+)$/.test(word)
  }

  #isNumberOrReference(number: string): boolean {
    const after = this.#at
    if (/^\d+$/.test(this.#word()) && this.#word() === 'R') return number !== '0' && Number(number) < 2 ** 32 - 1
    this.#at = after
    return true
  }

  #string(): boolean {
    for (let depth = 1; depth > 0 && this.#at < this.#text.length; this.#at++) {
      const character = this.#text[this.#at]
      if (character === '\\') this.#at++
      else if (character === '(') depth++
      else if (character === ')') depth--
    }
    return true
  }

  #hexString(): boolean {
    const end = this.#text.indexOf('>', this.#at)
    this.#at = end === -1 ? this.#text.length : end + 1
    return true
  }

  #list(depth: number): boolean {
    while (this.#value(depth + 1));
    return true
  }

  #dictionary(depth: number): boolean {
    for (let word = this.#word(); word !== '' && word !== '>>' && word !== 'endobj'; word = this.#word())
      if (word.startsWith('/')) this.#value(depth + 1)
    return true
  }
}
