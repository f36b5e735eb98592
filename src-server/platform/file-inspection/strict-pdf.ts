import { isDigit, isLineEnd, SLASH } from './pdf-bytes.ts'
import { AmbiguousPdf, type ByteRange, hasObject, PdfTokens } from './pdf-tokens.ts'

/** What an object stream's dictionary says: where the first object begins in its data, and how many there are. */
export type PackedLayout = { first: number; count: number }

/** A PDF as every viewer reads it. */
export type StrictPdf = {
  /** Strings, comments and data of streams, in order: a viewer reads no names of objects in them. */
  texts: readonly ByteRange[]
  /** Layouts of the object streams by the position of their keyword `stream`. */
  layouts: ReadonlyMap<number, PackedLayout>
}

/** Viewers give up on deeper objects, PDFium on those of 64 levels. */
const MAX_DEPTH = 32
const MAX_PACKED = 100_000
const ZERO = 0x30
const constants = ['true', 'false', 'null']
/** Words between objects beside numbers; `n` and `f` are rows of a cross-reference table. */
const tableWords = ['n', 'f', 'xref', 'startxref']

/**
 * Finds the texts of a PDF in which names have no effect. There are none when viewers may read the file differently.
 *
 * Why no viewer reads a name in a text, though the sender chooses every offset, length and byte: a viewer has reached a
 * name of an action only after it has read the `<<` of its dictionary, or the `12 0 obj` before it.
 *
 * 1. A string or comment contains neither of them, nor the end of a stream, at which a viewer could continue. The data
 *    of a stream contain no `12 0 obj` and no `trailer` with a dictionary. Otherwise the whole file is ambiguous: what
 *    a viewer reads from there may also end in the middle of any other text.
 * 2. So each `<<` and `obj` that a viewer uses is one that this reader has read as such, and both read on in the same
 *    state. Between objects are only numbers and words of tables: no strings, which MuPDF reads as tokens there.
 * 3. From there both find the same ends of strings and comments, as everything is rejected about which viewers are
 *    known to differ: unknown words, a key that is no name, a value that is none, `0 0 R` (PDFium then takes strings
 *    for names), deep nesting, other characters in hexadecimal strings, bytes other than ASCII in names, form feeds in
 *    comments, `stream` elsewhere than after the dictionary of an object.
 * 4. After `stream` a viewer reads data, of whatever length it believes, and the object ends. Data of object streams
 *    are no text: viewers read objects from streams with First and N in their dictionary.
 */
export function readStrictly(bytes: Buffer): StrictPdf {
  const reader = new StrictReader(bytes)
  return orAmbiguous(() => reader.file()) ?? { texts: [], layouts: new Map() }
}

/**
 * Finds the strings of an object stream's data in which names have no effect. Viewers begin at any offset of its
 * header, without `obj`; so there are none unless each offset is the beginning of an object.
 */
export function readObjectsStrictly(data: Buffer, layout: PackedLayout): readonly ByteRange[] {
  const reader = new StrictReader(data)
  return orAmbiguous(() => reader.packedObjects(layout)) ?? []
}

function orAmbiguous<Result>(read: () => Result): Result | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof AmbiguousPdf) return undefined
    throw error
  }
}

class StrictReader extends PdfTokens {
  readonly #layouts = new Map<number, PackedLayout>()
  /** Whether the present object has the names of an object stream, and the numbers of its own dictionary. */
  #names = { ObjStm: false, First: false, N: false }
  #numbers: { First?: number | undefined; N?: number | undefined } = {}

  file(): StrictPdf {
    /** Positions of the two numbers before. */
    let [number, generation]: (number | undefined)[] = []
    for (this.skipBlank(); this.next !== undefined; this.skipBlank()) {
      if (this.isNumberNext) {
        number = generation
        generation = this.number()
        continue
      }
      if (this.take('obj')) this.#object(number, generation)
      else if (this.take('trailer')) {
        this.skipBlank()
        this.#dictionary(1)
      } else if (!tableWords.some((word) => this.take(word))) throw new AmbiguousPdf()
      number = undefined
      generation = undefined
    }
    return { texts: this.texts, layouts: this.#layouts }
  }

  packedObjects({ first, count }: PackedLayout): readonly ByteRange[] {
    if (count > MAX_PACKED) throw new AmbiguousPdf()
    const offsets: number[] = []
    for (let index = 0; index < count; index++) {
      this.#integer()
      offsets.push(this.#integer())
    }
    if (this.at > first) throw new AmbiguousPdf()
    let end = first
    this.skipSpace()
    for (const offset of offsets) {
      if (first + offset < end || first + offset > this.at) throw new AmbiguousPdf()
      this.#value(1)
      end = this.at
      this.skipSpace()
    }
    if (this.at < first || this.next !== undefined) throw new AmbiguousPdf()
    return this.texts
  }

  /** Reads an integer of an object stream's header. */
  #integer(): number {
    this.skipSpace()
    return this.#integerAt(this.number())
  }

  /** The integer of at most 10 digits at `from`. */
  #integerAt(from: number | undefined): number {
    if (from === undefined) throw new AmbiguousPdf()
    let [value, at] = [0, from]
    for (; isDigit(this.bytes[at]); at++) value = value * 10 + (this.bytes[at] ?? 0) - ZERO
    if (at - from > 10) throw new AmbiguousPdf()
    return value
  }

  /** Reads an object up to 'endobj', whose numbers are at these positions. */
  #object(number: number | undefined, generation: number | undefined): void {
    this.#assertOfObject(number, generation)
    this.#names = { ObjStm: false, First: false, N: false }
    this.#numbers = {}
    this.skipBlank()
    const isDictionary = this.nextIs('<<')
    this.#value(1)
    this.skipSpace()
    if (isDictionary && this.nextIs('stream')) this.#stream()
    this.skipBlank()
    this.expect('endobj')
  }

  #stream(): void {
    const keyword = this.at
    this.at += 'stream'.length
    if (this.nextIs('\r\n')) this.at++
    else if (this.nextIs('\r')) throw new AmbiguousPdf()
    if (!isLineEnd(this.next)) throw new AmbiguousPdf()
    const from = this.at + 1
    const to = this.bytes.indexOf('endstream', from)
    if (to === -1 || hasObject(this.bytes.subarray(from, to))) throw new AmbiguousPdf()
    const { ObjStm, First, N } = this.#names
    if (!ObjStm && !(First && N)) this.addText({ from, to })
    else this.#addLayout(keyword)
    this.at = to
    this.expect('endstream')
  }

  #addLayout(keyword: number): void {
    const { First: first, N: count } = this.#numbers
    if (first !== undefined && count !== undefined) this.#layouts.set(keyword, { first, count })
  }

  /** Reads a value; returns its position when it consists of digits. */
  #value(depth: number): number | undefined {
    if (depth > MAX_DEPTH) throw new AmbiguousPdf()
    if (this.isNumberNext) return this.number()
    if (this.next === SLASH) this.#name()
    else if (this.nextIs('(')) this.string()
    else if (this.nextIs('<<')) this.#dictionary(depth)
    else if (this.nextIs('<')) this.hexString()
    else if (this.nextIs('[')) this.#array(depth)
    else if (!constants.some((word) => this.take(word))) throw new AmbiguousPdf()
    return undefined
  }

  #name(): string {
    const name = this.name()
    if (name === 'ObjStm' || name === 'First' || name === 'N') this.#names[name] = true
    return name
  }

  #dictionary(depth: number): void {
    if (!this.nextIs('<<')) throw new AmbiguousPdf()
    this.at += 2
    for (this.skipBlank(); !this.nextIs('>>'); this.skipBlank()) {
      if (this.next !== SLASH) throw new AmbiguousPdf()
      const key = this.#name()
      this.skipBlank()
      let number = this.#value(depth + 1)
      this.skipBlank()
      if (isDigit(this.next)) {
        const generation = this.number()
        this.skipBlank()
        this.#reference(number, generation)
        number = undefined
      }
      if (depth === 1 && (key === 'First' || key === 'N'))
        this.#numbers[key] = number === undefined || key in this.#numbers ? undefined : this.#integerAt(number)
    }
    this.at += 2
  }

  #array(depth: number): void {
    this.at++
    let [number, generation]: (number | undefined)[] = []
    for (this.skipBlank(); !this.nextIs(']'); this.skipBlank()) {
      if (this.nextIs('R')) {
        this.#reference(number, generation)
        generation = undefined
      } else {
        number = generation
        generation = this.#value(depth + 1)
      }
    }
    this.at++
  }

  /** Reads the 'R' of a reference whose numbers are at these positions. */
  #reference(number: number | undefined, generation: number | undefined): void {
    this.#assertOfObject(number, generation)
    this.expect('R')
  }

  /** Viewers do not take 0, or a number that is too large, for the number of an object. */
  #assertOfObject(number: number | undefined, generation: number | undefined): void {
    const isOne = this.#integerAt(number) < 100_000_000 && this.bytes[number ?? 0] !== ZERO
    if (!isOne || this.#integerAt(generation) > 65_535) throw new AmbiguousPdf()
  }
}
