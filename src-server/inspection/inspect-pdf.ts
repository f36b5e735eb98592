import { promisify } from 'node:util'
import { pdfNames } from './pdf-names.ts'
import { inflatedObjects, isObjectStream, pdfStreams } from './pdf-streams.ts'

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
const nextTurn = promisify(setImmediate)
/** A turn of the event loop is left to others after so many names. */
const NAMES_A_TURN = 20_000

/**
 * What a PDF may do to whoever opens it, undefined when nothing of what we know. Names are read as viewers read them:
 * escaped, and inside of compressed object streams. A page to go to at the start (`OpenAction`) is no fault; an action
 * that does more has one of the refused names.
 */
export async function inspectPdf(bytes: Buffer): Promise<PdfFault | undefined> {
  if (isAlsoArchive(bytes)) return 'unreadable'
  const streams = [...pdfStreams(bytes)]
  const own = await namesFault(bytes, streams)
  if (own) return own
  const packed = streams.filter((stream) => isObjectStream(bytes, stream))
  if (packed.length > MOST_OBJECT_STREAMS) return 'unreadable'
  let room = MOST_INFLATED_BYTES
  for (const stream of packed) {
    const objects = await inflatedObjects(bytes, stream, room)
    if (!objects) return 'unreadable'
    room -= objects.length
    const fault = await namesFault(objects, [])
    if (fault) return fault
  }
  return undefined
}

async function namesFault(
  bytes: Buffer,
  streams: readonly { from: number; to: number }[],
): Promise<PdfFault | undefined> {
  let count = 0
  let next = 0
  for (const { at, name, isEscaped } of pdfNames(bytes)) {
    if (++count % NAMES_A_TURN === 0) await nextTurn()
    if (name === 'Encrypt') return 'encrypted'
    if (!active.has(name)) continue
    while ((streams[next]?.to ?? Number.POSITIVE_INFINITY) <= at) next++
    const isInStream = (streams[next]?.from ?? Number.POSITIVE_INFINITY) <= at
    if (!isInStream || name.length > SHORT_NAME || isEscaped) return 'active'
  }
  return undefined
}

/** The record that ends a ZIP archive, and so a JAR, stands at most 64 KiB and 22 bytes before the end. */
function isAlsoArchive(bytes: Buffer): boolean {
  return bytes.subarray(-65_557).includes('PK\x05\x06')
}
