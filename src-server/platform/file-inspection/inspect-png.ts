import { crc32, inflateSync } from 'node:zlib'
import { MAX_CHUNKS } from './image-limits.ts'
import { type InspectedPicture, type PictureFault, sizeFault, unreadable } from './inspected-image.ts'

const SIGNATURE_BYTES = 8
/** Length, type and checksum of a chunk. */
const FRAME_BYTES = 12
/** Chunks that affect pixels; texts, profiles, times and animation frames are dropped. */
const drawn: ReadonlySet<string> = new Set(['IHDR', 'PLTE', 'tRNS', 'gAMA', 'sRGB', 'IDAT', 'IEND'])
/** Chunks without which a picture is drawn as well, so one with a wrong checksum is dropped. */
const optional: ReadonlySet<string> = new Set(['tRNS', 'gAMA', 'sRGB'])
/** Samples per pixel and allowed bit depths by color type (PNG, table 11.1). */
const colours: Readonly<Record<number, { samples: number; depths: readonly number[] }>> = {
  0: { samples: 1, depths: [1, 2, 4, 8, 16] },
  2: { samples: 3, depths: [8, 16] },
  3: { samples: 1, depths: [1, 2, 4, 8] },
  4: { samples: 2, depths: [8, 16] },
  6: { samples: 4, depths: [8, 16] },
}
const PALETTE = 3
const MAX_FILTER = 4
/** Maximum inflated bytes that are checked without the decoder; they take about two milliseconds. */
const MAX_PLAIN_BYTES = 1024 * 1024

type Head = { rowBytes: number; height: number; isSimple: boolean }
type Chunk = { type: string; whole: Buffer }

/** Walks the chunks of a PNG up to IEND; bytes after that are dropped. A missing end is added for the decoder. */
export function inspectPng(bytes: Buffer): InspectedPicture {
  const chunks: Chunk[] = []
  let head: Head | undefined
  let count = 0
  for (let at = SIGNATURE_BYTES; at + FRAME_BYTES <= bytes.length; ) {
    if (++count > MAX_CHUNKS) return unreadable
    const length = bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    const end = at + FRAME_BYTES + length
    if ((at === SIGNATURE_BYTES) !== (type === 'IHDR')) return unreadable
    if (end > bytes.length) {
      if (type === 'IDAT') chunks.push({ type, whole: aChunk(type, bytes.subarray(at + 8)) })
      break
    }
    const whole = bytes.subarray(at, end)
    if (type === 'IHDR') {
      const read = readHead(whole.subarray(8, -4))
      if ('fault' in read) return read
      head = read
    }
    // An unknown critical chunk: its type begins with a capital.
    if (!drawn.has(type) && /^[A-Z]/.test(type)) return unreadable
    if (drawn.has(type) && !(optional.has(type) && !isIntact(whole))) chunks.push({ type, whole })
    if (type === 'IEND') return pictureOf(head, chunks)
    at = end
  }
  return pictureOf(head, chunks)
}

function pictureOf(head: Head | undefined, chunks: readonly Chunk[]): InspectedPicture {
  if (!head || !chunks.some(({ type }) => type === 'IDAT')) return unreadable
  const hasEnd = chunks.at(-1)?.type === 'IEND'
  return {
    sanitizedChunks: [signature, ...chunks.map(({ whole }) => whole), ...(hasEnd ? [] : [aChunk('IEND')])],
    isPlain: () => hasEnd && head.isSimple && hasAllRows(head, chunks),
  }
}

/** Whether the chunks are intact and in order, and the pixels are all there. */
function hasAllRows({ rowBytes, height }: Head, chunks: readonly Chunk[]): boolean {
  const types = chunks.map(({ type }) => type).join(' ')
  if (!/^IHDR( gAMA| sRGB)*( IDAT)+ IEND$/.test(types) || !chunks.every(({ whole }) => isIntact(whole))) return false
  const data = Buffer.concat(chunks.flatMap(({ type, whole }) => (type === 'IDAT' ? [whole.subarray(8, -4)] : [])))
  const rows = inflated(data, rowBytes * height)
  if (rows?.length !== rowBytes * height) return false
  for (let at = 0; at < rows.length; at += rowBytes) if ((rows[at] ?? 0) > MAX_FILTER) return false
  return true
}

function inflated(data: Buffer, maxOutputLength: number): Buffer | undefined {
  try {
    return inflateSync(data, { maxOutputLength })
  } catch {
    return undefined
  }
}

function readHead(head: Buffer): Head | { fault: PictureFault } {
  if (head.length !== 13) return unreadable
  const [depth = 0, type = 0, compression, filter, interlace = 0] = head.subarray(8)
  const colour = colours[type]
  if (!colour?.depths.includes(depth) || compression !== 0 || filter !== 0 || interlace > 1) return unreadable
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)]
  // A decoder keeps an interlaced image whole, because its rows come in seven passes.
  const fault = sizeFault(width, height, interlace === 1 ? colour.samples * Math.ceil(depth / 8) : 0)
  if (fault) return { fault }
  const rowBytes = 1 + Math.ceil((width * colour.samples * depth) / 8)
  return { rowBytes, height, isSimple: interlace === 0 && type !== PALETTE && rowBytes * height <= MAX_PLAIN_BYTES }
}

function isIntact(whole: Buffer): boolean {
  return crc32(whole.subarray(4, -4)) === whole.readUInt32BE(whole.length - 4)
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

function aChunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const whole = Buffer.concat([Buffer.alloc(4), Buffer.from(type), data, Buffer.alloc(4)])
  whole.writeUInt32BE(data.length)
  whole.writeUInt32BE(crc32(whole.subarray(4, -4)), whole.length - 4)
  return whole
}
