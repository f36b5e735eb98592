import { MAX_CHUNKS } from './image-limits.ts'
import { type InspectedPicture, sizeFault, unreadable } from './inspected-image.ts'

const SIGNATURE_BYTES = 8
/** Chunks that affect pixels; texts, profiles, times and animation frames are dropped. */
const drawn: ReadonlySet<string> = new Set(['IHDR', 'PLTE', 'tRNS', 'gAMA', 'sRGB', 'IDAT', 'IEND'])
/** Samples per pixel and allowed bit depths by color type (PNG, table 11.1). */
const colours: Readonly<Record<number, { samples: number; depths: readonly number[] }>> = {
  0: { samples: 1, depths: [1, 2, 4, 8, 16] },
  2: { samples: 3, depths: [8, 16] },
  3: { samples: 1, depths: [1, 2, 4, 8] },
  4: { samples: 2, depths: [8, 16] },
  6: { samples: 4, depths: [8, 16] },
}

/** Walks the chunks of a PNG up to IEND; bytes after that are dropped. */
export function inspectPng(bytes: Buffer): InspectedPicture {
  const sanitizedChunks = [bytes.subarray(0, SIGNATURE_BYTES)]
  let hasPixels = false
  let chunks = 0
  for (let at = SIGNATURE_BYTES; at + 12 <= bytes.length; ) {
    if (++chunks > MAX_CHUNKS) return unreadable
    const length = bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    const end = at + 12 + length
    const isFirst = at === SIGNATURE_BYTES
    if (end > bytes.length || isFirst !== (type === 'IHDR')) return unreadable
    if (isFirst) {
      const fault = headFault(bytes.subarray(at + 8, end - 4))
      if (fault) return { fault }
    }
    if (drawn.has(type)) sanitizedChunks.push(bytes.subarray(at, end))
    // An unknown critical chunk: its type begins with a capital.
    else if (/^[A-Z]/.test(type)) return unreadable
    if (type === 'IDAT') hasPixels = true
    if (type === 'IEND') return hasPixels ? { sanitizedChunks } : unreadable
    at = end
  }
  return unreadable
}

function headFault(head: Buffer) {
  if (head.length !== 13) return 'unreadable'
  const [depth = 0, type = 0, compression, filter, interlace = 0] = head.subarray(8)
  const colour = colours[type]
  if (!colour?.depths.includes(depth) || compression !== 0 || filter !== 0 || interlace > 1) return 'unreadable'
  // A decoder keeps an interlaced image whole, because its rows come in seven passes.
  const heldBytes = interlace === 1 ? colour.samples * Math.ceil(depth / 8) : 0
  return sizeFault(head.readUInt32BE(0), head.readUInt32BE(4), heldBytes)
}
