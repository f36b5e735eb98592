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
 * Whether a picture is built as its format says, within the limits of size, without decoding it, in time in
 * proportion to its size. `drawing` shares its memory with `bytes`.
 */
export function inspectPicture(type: PictureType, bytes: Buffer): InspectedPicture {
  return inspectors[type](bytes)
}

export function isPicture(type: AcceptedMimeType): type is PictureType {
  return type !== 'application/pdf'
}
