import { inflateSync } from 'node:zlib'
import type { ByteRange } from './pdf-tokens.ts'
import { isAfterDictionary, type PdfPart, scanPdf, startOfData } from './scan-pdf.ts'
import { readObjectsStrictly, readStrictly } from './strict-pdf.ts'

/** Why a PDF is rejected. */
export type PdfFault = 'unreadable' | 'active' | 'encrypted'

/** Names of actions, scripts and embedded files (ISO 32000-2, 12.6.4 and 7.11.4). XFA forms contain scripts. */
const active: ReadonlySet<string> = new Set([
  'JavaScript',
  'JS',
  'AA',
  'Launch',
  'EmbeddedFile',
  'EmbeddedFiles',
  'RichMedia',
  'XFA',
  'SubmitForm',
  'ImportData',
  'GoToE',
  'Rendition',
])
/** Names this short occur by chance in image bytes. Each of them has an effect only together with a longer name. */
const SHORT_NAME = 2
/** Maximum inflated bytes of all object streams together. */
const MAX_INFLATED_BYTES = 32 * 1024 * 1024
/** Maximum object streams: PDF writers put at least a hundred objects into each. */
const MAX_OBJECT_STREAMS = 2_000
/** Maximum streams of any kind: with more, a file of 10 MB would consist mostly of keywords. */
const MAX_STREAMS = 50_000
/** Maximum names, including those in object streams. */
const MAX_NAMES = 2_000_000

/** An object stream: its dictionary is at `dictionary` to `keyword`, its data at `from` to `to`. */
type ObjectStream = { dictionary: number; keyword: number; from: number; to: number }
type NamePart = Extract<PdfPart, { kind: 'name' }>

/**
 * Returns the fault of a PDF, undefined when it has no known active content. Names are read as PDF viewers read them:
 * with escapes, and inside compressed object streams, not in the texts that `readStrictly` finds. `OpenAction` with a
 * page is allowed; other actions contain one of the rejected names. Runs in linear time of the file and its inflated
 * object streams.
 */
export function inspectPdf(bytes: Buffer): PdfFault | undefined {
  if (isAlsoArchive(bytes)) return 'unreadable'
  const { texts, layouts } = readStrictly(bytes)
  const { fault, objectStreams, names } = readParts(bytes, texts)
  if (fault) return fault
  let namesLeft = MAX_NAMES - names
  let room = MAX_INFLATED_BYTES
  for (const stream of objectStreams) {
    const objects = inflatedObjects(bytes, stream, room)
    if (!objects) return 'unreadable'
    room -= objects.length
    const layout = layouts.get(stream.keyword)
    for (const part of partsOutside(objects, layout ? readObjectsStrictly(objects, layout) : [])) {
      if (part.kind !== 'name') continue
      if (namesLeft-- === 0) return 'unreadable'
      const found = faultOfName({ ...part, isInStream: false })
      if (found) return found
    }
  }
  return undefined
}

/** Yields the tokens that do not begin in one of these ranges, which are in order. */
function* partsOutside(bytes: Buffer, ranges: readonly ByteRange[]): Generator<PdfPart> {
  let index = 0
  for (const part of scanPdf(bytes)) {
    while (part.at >= (ranges[index]?.to ?? Number.POSITIVE_INFINITY)) index++
    if (part.at < (ranges[index]?.from ?? Number.POSITIVE_INFINITY)) yield part
  }
}

/** Scans the uncompressed parts outside of `texts`: their fault, the object streams, and the number of names. */
function readParts(
  bytes: Buffer,
  texts: readonly ByteRange[],
): { fault?: PdfFault; objectStreams: ObjectStream[]; names: number } {
  const objectStreams: ObjectStream[] = []
  const refused = (fault: PdfFault) => ({ fault, objectStreams: [], names: 0 })
  let [names, streams] = [0, 0]
  // Earliest start of the next stream's dictionary, and the names found since.
  let dictionary = 0
  let [hasFirst, hasCount] = [false, false]
  /** Whether the name ObjStm occurred since the last object stream; the next stream counts as one, wherever it was. */
  let hasType = false
  let open: ObjectStream | undefined
  let isUnclear = false
  const beginDictionary = (at: number) => {
    dictionary = at
    hasFirst = false
    hasCount = false
  }
  for (const part of partsOutside(bytes, texts)) {
    if (part.kind === 'name') {
      if (++names > MAX_NAMES) return refused('unreadable')
      const fault = faultOfName(part)
      if (fault) return refused(fault)
      hasType ||= part.name === 'ObjStm'
      hasFirst ||= part.name === 'First'
      hasCount ||= part.name === 'N'
    } else if (part.kind === 'object') beginDictionary(part.end)
    else if (part.kind === 'stream') {
      if (++streams > MAX_STREAMS) return refused('unreadable')
      // PDF viewers read objects from a stream of type ObjStm, or with First and N.
      if (!hasType && !(hasFirst && hasCount)) continue
      // A stream within another's data, or not after a dictionary, is ambiguous.
      if (open || !isAfterDictionary(bytes, part.at)) isUnclear = true
      open = { dictionary, keyword: part.at, from: part.end, to: bytes.length }
      if (objectStreams.push(open) > MAX_OBJECT_STREAMS) return refused('unreadable')
    } else {
      if (open) {
        open.to = part.at
        open = undefined
        hasType = false
      }
      beginDictionary(part.end)
    }
  }
  return isUnclear ? refused('unreadable') : { objectStreams, names }
}

function faultOfName({ name, isEscaped, isInStream }: NamePart): PdfFault | undefined {
  if (name === 'Encrypt') return 'encrypted'
  if (!active.has(name)) return undefined
  return !isInStream || name.length > SHORT_NAME || isEscaped ? 'active' : undefined
}

/**
 * Inflates an object stream. Undefined when it does not have the usual form (plain dictionary, only deflate), cannot
 * be read, or exceeds `room` bytes.
 */
function inflatedObjects(bytes: Buffer, stream: ObjectStream, room: number): Buffer | undefined {
  const dictionary = bytes.subarray(stream.dictionary, stream.keyword)
  // The apparent dictionary could be part of a string or comment.
  if (['(', ')', '%'].some((mark) => dictionary.includes(mark))) return undefined
  const names = [...scanPdf(dictionary)].flatMap((part) => (part.kind === 'name' ? part.name : []))
  // These change the bytes after the filter or load them from elsewhere.
  if (['DecodeParms', 'DP', 'F', 'Crypt'].some((name) => names.includes(name))) return undefined
  if (!names.includes('ObjStm') && !names.includes('First')) return undefined
  const data = bytes.subarray(startOfData(bytes, stream.from), stream.to)
  if (!names.includes('Filter')) return data.length <= room ? data : undefined
  const filters = names.filter((name) => /Decode$|^(AHx|A85|LZW|Fl|RL|CCF|DCT)$/.test(name))
  if (filters.length !== 1 || (filters[0] !== 'FlateDecode' && filters[0] !== 'Fl')) return undefined
  return inflated(data, room)
}

function inflated(data: Buffer, room: number): Buffer | undefined {
  try {
    return inflateSync(data, { maxOutputLength: Math.max(1, room) })
  } catch {
    return undefined
  }
}

/** The end record of a ZIP or JAR archive begins at most 64 KiB and 22 bytes before the end of the file. */
function isAlsoArchive(bytes: Buffer): boolean {
  return bytes.subarray(-65_557).includes('PK\x05\x06')
}
