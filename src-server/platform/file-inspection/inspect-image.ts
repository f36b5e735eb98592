import type { AcceptedMimeType } from '#shared/upload.ts'
import { inspectGif } from './inspect-gif.ts'
import { inspectJpeg } from './inspect-jpeg.ts'
import { inspectPng } from './inspect-png.ts'
import type { InspectedPicture } from './inspected-image.ts'

export type PictureType = Exclude<AcceptedMimeType, 'application/pdf'>

const inspectors: Readonly<Record<PictureType, (bytes: Buffer) => InspectedPicture>> = {
  'image/jpeg': inspectJpeg,
  'image/png': inspectPng,
  'image/gif': inspectGif,
}

/**
 * Checks that an image conforms to its format and the size limits, without decoding it, in linear time. The sanitized
 * chunks of the result share memory with `bytes`.
 */
export function inspectPicture(type: PictureType, bytes: Buffer): InspectedPicture {
  return inspectors[type](bytes)
}

export function isPicture(type: AcceptedMimeType): type is PictureType {
  return type !== 'application/pdf'
}
