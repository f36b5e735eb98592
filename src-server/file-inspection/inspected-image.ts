import { MAX_HELD_BYTES, MAX_PIXELS, MAX_SIDE } from './image-limits.ts'

/** Why a picture is refused before it is decoded. */
export type PictureFault = 'unreadable' | 'too-many-pixels' | 'too-many-frames'

/** A picture that is built as its format says, and the parts of it that draw: what the decoder gets to see. */
export type InspectedPicture = { fault?: undefined; drawing: Buffer[] } | { fault: PictureFault }

export const unreadable = { fault: 'unreadable' } as const

/**
 * The fault in a picture of this size, if any.
 * @param heldBytes a pixel's bytes when it cannot be decoded row by row, 0 when it can
 */
export function sizeFault(width: number, height: number, heldBytes: number): PictureFault | undefined {
  if (width === 0 || height === 0) return 'unreadable'
  const pixels = width * height
  const isTooLarge = width > MAX_SIDE || height > MAX_SIDE || pixels > MAX_PIXELS || pixels * heldBytes > MAX_HELD_BYTES
  return isTooLarge ? 'too-many-pixels' : undefined
}
