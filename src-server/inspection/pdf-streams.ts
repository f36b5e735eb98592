import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import { pdfNames } from './pdf-names.ts'

/** Where a stream's bytes stand, and what stands before them, behind the stream before. */
export type PdfStream = { before: number; from: number; to: number }

/** A dictionary is looked for so far before its stream. */
const MOST_DICTIONARY_BYTES = 8192

/** Every stream in these bytes by its keywords: what the cross-reference table says of them is not believed. */
export function* pdfStreams(bytes: Buffer): Generator<PdfStream> {
  const keyword = 'stream'
  let before = 0
  for (let at = bytes.indexOf(keyword); at >= 0; at = bytes.indexOf(keyword, at + keyword.length)) {
    if (bytes.toString('latin1', at - 3, at) === 'end') {
      before = at + keyword.length
      continue
    }
    const from = at + keyword.length
    const end = bytes.indexOf('endstream', from)
    yield { before: Math.max(before, at - MOST_DICTIONARY_BYTES), from, to: end < 0 ? bytes.length : end }
  }
}

/** Whether viewers read objects from this stream: it says so, or where the first of them begins. */
export function isObjectStream(bytes: Buffer, stream: PdfStream): boolean {
  if (namesIn(bytes, stream.before, stream.from).includes('ObjStm')) return true
  const names = namesIn(bytes, dictionaryOf(bytes, stream), stream.from)
  return names.includes('First') && names.includes('N')
}

/**
 * The objects of such a stream. Undefined when they are not packed as all writers pack them (a plain dictionary, deflated
 * and nothing else), cannot be read, or are larger than `room` bytes.
 */
export async function inflatedObjects(bytes: Buffer, stream: PdfStream, room: number): Promise<Buffer | undefined> {
  const dictionary = dictionaryOf(bytes, stream)
  // With a string or a comment, what looks like the dictionary may be within it.
  if (/[()%]/.test(bytes.toString('latin1', dictionary, stream.from))) return undefined
  const names = namesIn(bytes, dictionary, stream.from)
  // What changes the bytes after the filter, or brings them from elsewhere.
  if (['DecodeParms', 'DP', 'F', 'Crypt'].some((name) => names.includes(name))) return undefined
  if (!names.includes('ObjStm') && !names.includes('First')) return undefined
  const data = bytes.subarray(startOfData(bytes, stream), stream.to)
  if (!names.includes('Filter')) return data.length <= room ? data : undefined
  const filters = names.filter((name) => /Decode$|^(AHx|A85|LZW|Fl|RL|CCF|DCT)$/.test(name))
  if (filters.length !== 1 || (filters[0] !== 'FlateDecode' && filters[0] !== 'Fl')) return undefined
  return promisify(inflate)(data, { maxOutputLength: Math.max(1, room) }).catch(() => undefined)
}

/** Where the object of a stream begins: '12 0 obj' at the start of a line. */
function dictionaryOf(bytes: Buffer, { before, from }: PdfStream): number {
  const text = bytes.toString('latin1', before, from)
  const head = [...text.matchAll(/(?:^|[\r\n])\s*\d+\s+\d+\s+obj\b/g)].at(-1)
  return before + (head ? head.index + head[0].length : 0)
}

function namesIn(bytes: Buffer, from: number, to: number): string[] {
  return [...pdfNames(bytes, from, to)].map(({ name }) => name)
}

/** White space stands between the keyword and the data; deflated bytes begin with none. */
function startOfData(bytes: Buffer, { from }: PdfStream): number {
  let at = from
  while (bytes[at] === 0x0d || bytes[at] === 0x0a || bytes[at] === 0x20 || bytes[at] === 0x09) at++
  return at
}
