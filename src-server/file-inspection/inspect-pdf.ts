import { inflateSync } from 'node:zlib'
import { isAfterDictionary, type PdfPart, scanPdf, startOfData } from './scan-pdf.ts'

/** Why a PDF is refused. */
export type PdfFault = 'unreadable' | 'active' | 'encrypted'

/** Names of what runs, opens, sends or carries something (ISO 32000-2, 12.6.4 and 7.11.4; XFA is a form with scripts). */
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
/** So short a name stands by chance in the bytes of a picture; each of them works with a longer one only. */
const SHORT_NAME = 2
/** Most bytes that all object streams of a PDF may inflate to. */
const MOST_INFLATED_BYTES = 32 * 1024 * 1024
/** Most streams of objects: writers put a hundred objects and more into each. */
const MOST_OBJECT_STREAMS = 2_000
/** Most streams of any kind: with fewer bytes in each, a file of 10 MB would be mostly keywords. */
const MOST_STREAMS = 50_000
/** Most names, packed ones included. */
const MOST_NAMES = 2_000_000

/** A stream of objects: its dictionary stands from `dictionary` to `keyword`, its data from `from` to `to`. */
type ObjectStream = { dictionary: number; keyword: number; from: number; to: number }
type NamePart = Extract<PdfPart, { kind: 'name' }>

/**
 * What a PDF may do to whoever opens it, undefined when nothing of what we know. Names are read as PDF viewers read them:
 * escaped, and inside of compressed object streams. A page to go to at the start (`OpenAction`) is no fault; an action
 * that does more has one of the refused names. Takes time in proportion to the file and what is packed in it.
 */
export function inspectPdf(bytes: Buffer): PdfFault | undefined {
  if (isAlsoArchive(bytes)) return 'unreadable'
  const { fault, objectStreams, names } = readParts(bytes)
  if (fault) return fault
  let namesLeft = MOST_NAMES - names
  let room = MOST_INFLATED_BYTES
  for (const stream of objectStreams) {
    const objects = inflatedObjects(bytes, stream, room)
    if (!objects) return 'unreadable'
    room -= objects.length
    for (const part of scanPdf(objects)) {
      if (part.kind !== 'name') continue
      if (namesLeft-- === 0) return 'unreadable'
      const found = faultOfName({ ...part, isInStream: false })
      if (found) return found
    }
  }
  return undefined
}

/** Reads what is not packed: the fault in it, its object streams, and how many names it has. */
function readParts(bytes: Buffer): { fault?: PdfFault; objectStreams: ObjectStream[]; names: number } {
  const objectStreams: ObjectStream[] = []
  const refused = (fault: PdfFault) => ({ fault, objectStreams: [], names: 0 })
  let [names, streams] = [0, 0]
  // Where the dictionary of the next stream begins at the earliest, and which names stood behind that.
  let dictionary = 0
  let [hasFirst, hasCount] = [false, false]
  /** Whether the type of object streams was named since one of them ended: wherever it stood, the next stream has it. */
  let hasType = false
  let open: ObjectStream | undefined
  let isUnclear = false
  const beginDictionary = (at: number) => {
    dictionary = at
    hasFirst = false
    hasCount = false
  }
  for (const part of scanPdf(bytes)) {
    if (part.kind === 'name') {
      if (++names > MOST_NAMES) return refused('unreadable')
      const fault = faultOfName(part)
      if (fault) return refused(fault)
      hasType ||= part.name === 'ObjStm'
      hasFirst ||= part.name === 'First'
      hasCount ||= part.name === 'N'
    } else if (part.kind === 'object') beginDictionary(part.end)
    else if (part.kind === 'stream') {
      if (++streams > MOST_STREAMS) return refused('unreadable')
      // ReviewPresenceTracker read objects from a stream that says so, or says where the first of them begins.
      if (!hasType && !(hasFirst && hasCount)) continue
      // One within the data of another, or after something else than its dictionary, cannot be what it seems.
      if (open || !isAfterDictionary(bytes, part.at)) isUnclear = true
      open = { dictionary, keyword: part.at, from: part.end, to: bytes.length }
      if (objectStreams.push(open) > MOST_OBJECT_STREAMS) return refused('unreadable')
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
 * The objects of such a stream. Undefined when they are not packed as all writers pack them (a plain dictionary, deflated
 * and nothing else), cannot be read, or are larger than `room` bytes.
 */
function inflatedObjects(bytes: Buffer, stream: ObjectStream, room: number): Buffer | undefined {
  const dictionary = bytes.subarray(stream.dictionary, stream.keyword)
  // With a string or a comment, what looks like the dictionary may be within it.
  if (['(', ')', '%'].some((mark) => dictionary.includes(mark))) return undefined
  const names = [...scanPdf(dictionary)].flatMap((part) => (part.kind === 'name' ? part.name : []))
  // What changes the bytes after the filter, or brings them from elsewhere.
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

/** The record that ends a ZIP archive, and so a JAR, stands at most 64 KiB and 22 bytes before the end. */
function isAlsoArchive(bytes: Buffer): boolean {
  return bytes.subarray(-65_557).includes('PK\x05\x06')
}
