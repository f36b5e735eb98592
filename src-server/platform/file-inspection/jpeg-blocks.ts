import { copyCodes } from './jpeg-scan-data.ts'
import { COVERED, type HuffmanCodes, type JpegTables, SHORT_BITS } from './jpeg-tables.ts'

/** A component of a frame: sampling factors and the number of its quantization table. */
export type JpegComponent = { id: number; across: number; down: number; quantization: number }
export type JpegFrame = { width: number; height: number; components: readonly JpegComponent[] }

/** A component in a scan with its Huffman tables. */
type ScanPart = { component: JpegComponent; dc: HuffmanCodes; ac: HuffmanCodes }

const BLOCK = 64
/** What the codes of a block take at most: 16 bits and a value of 15 each. */
const MAX_BLOCK_BYTES = (BLOCK * 31) / 8
const WORD_BYTES = 4
const MAX_BLOCKS_IN_UNIT = 10
/** Most photos of phones are smaller. */
const KEPT_BYTES = 4 * 1024 * 1024

/**
 * Whether the data of a sequential scan from `from` to `to` has every block that its frame needs. Reads the lengths of
 * codes only, which takes a small part of the time of decoding. False also for what only a decoder can judge.
 */
export function hasAllBlocks(
  bytes: Buffer,
  { from, to }: { from: number; to: number },
  { frame, header, tables }: { frame: JpegFrame; header: Buffer; tables: JpegTables },
): boolean {
  const parts = scanParts(frame, header, tables)
  if (!parts) return false
  const blocks = parts.flatMap((part) => {
    const count = parts.length === 1 ? 1 : part.component.across * part.component.down
    return Array.from({ length: count }, () => part)
  })
  if (blocks.length === 0 || blocks.length > MAX_BLOCKS_IN_UNIT) return false
  const units = unitsOf(frame, parts)
  const interval = tables.restartInterval || units
  const codes = roomFor(to - from + MAX_BLOCK_BYTES + WORD_BYTES)
  for (let [unit, at] = [0, from]; unit < units; unit += interval) {
    const { length, end } = copyCodes(bytes, { from: at, to }, codes)
    const spareBits = 8 * length - bitsOfBlocks(codes, length, blocks, Math.min(interval, units - unit))
    if (spareBits < 0) return false
    const isLast = unit + interval >= units
    if (!isLast && (spareBits >= 8 || end === to || bytes[end + 1] !== 0xd0 + ((unit / interval) & 7))) return false
    at = end + 2
  }
  return true
}

let kept = Buffer.alloc(0)

/** Memory for the codes of a scan, which the next scan uses again: V8 collects garbage early for large buffers. */
function roomFor(bytes: number): Buffer {
  if (bytes > KEPT_BYTES) return Buffer.allocUnsafe(bytes)
  if (kept.length < bytes) kept = Buffer.allocUnsafeSlow(bytes)
  return kept
}

/**
 * The bits of the codes of `count` MCUs of these blocks; `Infinity` when the first `length` bytes do not have them. One
 * loop over local variables, because it runs for every code of every photo.
 */
function bitsOfBlocks(data: Buffer, length: number, blocks: readonly ScanPart[], count: number): number {
  const words = new DataView(data.buffer, data.byteOffset, data.length)
  let bit = 0
  for (let unit = 0; unit < count; unit++)
    for (let block = 0; block < blocks.length; block++) {
      const { dc, ac } = blocks[block] as ScanPart
      for (let place = 0, codes = dc; place < BLOCK; codes = ac) {
        const next = words.getUint32(bit >> 3) << (bit & 7)
        let step = codes.several[next >>> (32 - SHORT_BITS)] as number
        // Of several codes, the later ones may belong to the next block.
        if (step === 0 || ((place + (step >> 8)) & COVERED) > BLOCK) step = singleStep(codes, next)
        bit += step & 0xff
        place += step >> 8
        if (step === 0 || (place & COVERED) > BLOCK) return Number.POSITIVE_INFINITY
      }
      if (bit > 8 * length) return Number.POSITIVE_INFINITY
    }
  return bit
}

function singleStep({ short, long, longFrom }: HuffmanCodes, next: number): number {
  return (short[next >>> (32 - SHORT_BITS)] as number) || (long[(next >>> 16) - longFrom] as number)
}

function scanParts(frame: JpegFrame, header: Buffer, { huffman, quantization }: JpegTables): ScanPart[] | undefined {
  const parts = Array.from({ length: header[0] ?? 0 }, (_, at): ScanPart | undefined => {
    const component = frame.components.find(({ id }) => id === header[1 + 2 * at])
    const numbers = header[2 + 2 * at] ?? 0
    const [dc, ac] = [huffman.get(numbers >> 4), huffman.get(0x10 | (numbers & 15))]
    return component && dc && ac && quantization.has(component.quantization) ? { component, dc, ac } : undefined
  })
  return parts.every((part) => part !== undefined) ? parts : undefined
}

/** The number of MCUs of a scan (ITU-T T.81, A.2). */
function unitsOf({ width, height, components }: JpegFrame, parts: readonly ScanPart[]): number {
  const across = Math.max(...components.map((each) => each.across))
  const down = Math.max(...components.map((each) => each.down))
  const [only, ...others] = parts
  if (!only || others.length > 0) return Math.ceil(width / (8 * across)) * Math.ceil(height / (8 * down))
  const columns = Math.ceil((width * only.component.across) / across / 8)
  return columns * Math.ceil((height * only.component.down) / down / 8)
}
