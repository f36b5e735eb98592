import { MAX_BLOCKS } from './image-limits.ts'
import { type InspectedPicture, sizeFault, unreadable } from './inspected-image.ts'

const [EXTENSION, IMAGE, TRAILER] = [0x21, 0x2c, 0x3b]
/** A decoder keeps the whole canvas in memory, at four bytes per pixel. */
const HELD_BYTES = 4

/**
 * Walks the blocks of a GIF (GIF89a) up to the end of its first frame, which is the only one that is drawn; all bytes
 * after that are dropped.
 */
export function inspectGif(bytes: Buffer): InspectedPicture {
  if (bytes.length < 13) return unreadable
  const [width, height] = [bytes.readUInt16LE(6), bytes.readUInt16LE(8)]
  const fault = sizeFault(width, height, HELD_BYTES)
  if (fault) return { fault }
  const blocks = { left: MAX_BLOCKS }
  let at = 13 + tableBytes(bytes[10] ?? 0)
  while (at < bytes.length) {
    const block = bytes[at]
    if (block === EXTENSION) at = endOfBlocks(bytes, at + 2, blocks)
    else if (block === IMAGE && at + 11 <= bytes.length) {
      const edge = { x: bytes.readUInt16LE(at + 1), y: bytes.readUInt16LE(at + 3) }
      const size = { width: bytes.readUInt16LE(at + 5), height: bytes.readUInt16LE(at + 7) }
      // A frame outside the canvas would enlarge it.
      const frameFault = sizeFault(edge.x + size.width, edge.y + size.height, HELD_BYTES)
      if (size.width === 0 || size.height === 0) return unreadable
      if (frameFault) return { fault: frameFault }
      const end = endOfBlocks(bytes, at + 11 + tableBytes(bytes[at + 9] ?? 0), blocks)
      if (blocks.left < 0) return unreadable
      // The end of the blocks is added again, in case that it is missing.
      return { sanitizedChunks: [bytes.subarray(0, end), Buffer.from([0, TRAILER])], isPlain: () => false }
    } else return unreadable
  }
  return unreadable
}

/** Size in bytes of the color table given in a packed field. */
function tableBytes(packed: number): number {
  return packed & 0x80 ? 3 << ((packed & 7) + 1) : 0
}

/**
 * Returns the position after the sub-blocks that begin here: length-prefixed, terminated by length 0. Returns the end
 * of the file when the terminator is missing or the block limit is exceeded.
 */
function endOfBlocks(bytes: Buffer, from: number, blocks: { left: number }): number {
  let at = from
  while (blocks.left-- > 0) {
    const length = bytes[at]
    if (length === undefined) break
    at += length + 1
    if (length === 0) return at
  }
  return bytes.length
}
