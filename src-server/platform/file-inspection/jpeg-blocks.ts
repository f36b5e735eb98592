import { END_OF_BLOCK, type HuffmanCodes, type JpegTables, SHORT_BITS } from './jpeg-tables.ts'

/** A component of a frame: sampling factors and the number of its quantization table. */
export type JpegComponent = { id: number; across: number; down: number; quantization: number }
export type JpegFrame = { width: number; height: number; components: readonly JpegComponent[] }

/** A component in a scan with its Huffman tables. */
type ScanPart = { component: JpegComponent; dc: HuffmanCodes; ac: HuffmanCodes }

const BLOCK = 64
const SHORT_MASK = (1 << SHORT_BITS) - 1
const MAX_BLOCKS_IN_UNIT = 10

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
  for (let [unit, at] = [0, from]; unit < units; unit += interval) {
    const end = endOfBlocks(bytes, at, to, blocks, Math.min(interval, units - unit))
    if (end < 0) return false
    const isLast = unit + interval >= units
    if (!isLast && (bytes[end] !== 0xff || bytes[end + 1] !== 0xd0 + ((unit / interval) & 7))) return false
    at = end + 2
  }
  return true
}

/**
 * The position after the codes of `count` MCUs of these blocks, which begin at `from`; -1 when the data ends before or
 * is no code. One loop over local variables, because it runs for every bit of every photo.
 */
function endOfBlocks(bytes: Buffer, from: number, to: number, blocks: readonly ScanPart[], count: number): number {
  let [at, bits, known, added] = [from, 0, 0, 0]
  for (let unit = 0; unit < count; unit++)
    for (let block = 0; block < blocks.length; block++) {
      const { dc, ac } = blocks[block] as ScanPart
      for (let place = 0, codes = dc; place < BLOCK; codes = ac) {
        // Bits that a code has skipped before they were read make the number negative.
        while (known < 16) {
          const byte = at < to ? (bytes[at] as number) : 0xff
          if (byte !== 0xff) at++
          else if (at < to && bytes[at + 1] === 0) at += 2
          else added += 8
          bits = (bits << 8) | byte
          known += 8
        }
        let step = codes.short[(bits >>> (known - SHORT_BITS)) & SHORT_MASK] as number
        if (step === 0) step = codes.all[(bits >>> (known - 16)) & 0xffff] as number
        if (step === 0) return -1
        known -= step & 0xff
        place += step >> 8
        if (place > BLOCK && place < END_OF_BLOCK) return -1
      }
      if (known < added) return -1
    }
  return at
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
