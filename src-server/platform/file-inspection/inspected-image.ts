import { MAX_HELD_BYTES, MAX_PIXELS, MAX_SIDE } from './image-limits.ts'

/** Why an image is rejected before decoding. */
export type PictureFault = 'unreadable' | 'too-many-pixels'

/** An image that may be decoded. */
type SoundPicture = {
  fault?: undefined
  /** The chunks that affect pixels, repaired as decoders repair them; they are all that the decoder gets. */
  sanitizedChunks: Buffer[]
  /** Whether all pixels are there for certain, in linear time; otherwise only the decoder can determine it. */
  isPlain(): boolean
}
export type InspectedPicture = SoundPicture | { fault: PictureFault }

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
