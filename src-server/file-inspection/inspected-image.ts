import { MAX_HELD_BYTES, MAX_PIXELS, MAX_SIDE } from './image-limits.ts'

/** Why an image is rejected before decoding. */
export type PictureFault = 'unreadable' | 'too-many-pixels' | 'too-many-frames'

/** A valid image with the chunks that affect pixels, which are all that the decoder gets. */
export type InspectedPicture = { fault?: undefined; sanitizedChunks: Buffer[] } | { fault: PictureFault }

export const unreadable = { fault: 'unreadable' } as const

/**
 * Checks the size of an image against the limits.
 * @param heldBytes decoder memory per pixel in bytes; 0 when the image can be decoded row by row
 */
export function sizeFault(width: number, height: number, heldBytes: number): PictureFault | undefined {
  if (width === 0 || height === 0) return 'unreadable'
  const pixels = width * height
  const isTooLarge = width > MAX_SIDE || height > MAX_SIDE || pixels > MAX_PIXELS || pixels * heldBytes > MAX_HELD_BYTES
  return isTooLarge ? 'too-many-pixels' : undefined
}
