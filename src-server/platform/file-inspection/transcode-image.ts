import type { Sharp } from 'sharp'
import type { Box } from '#shared/redaction.ts'
import { MAX_PIXELS } from './image-limits.ts'
import { inspectPicture, type PictureType } from './inspect-image.ts'
import type { PictureFault } from './inspected-image.ts'
import { paintBoxes } from './paint-boxes.ts'

/**
 * Re-encodes an image as an upright JPEG of at most `longestSide` pixels, from its sanitized chunks. `boxes` are
 * painted black before it is encoded. Only for the worker process, because it decodes untrusted bytes.
 */
export async function transcodeImage(
  type: PictureType,
  bytes: Buffer,
  longestSide: number,
  boxes: readonly Box[] = [],
): Promise<{ fault: PictureFault } | { picture: Uint8Array }> {
  const inspected = inspectPicture(type, bytes)
  if (inspected.fault !== undefined) return { fault: inspected.fault }
  const picture = await decodePicture(Buffer.concat(inspected.sanitizedChunks), longestSide, boxes)
  return picture ? { picture } : { fault: 'unreadable' }
}

/** Transcodes inspected bytes; undefined when they cannot be decoded. */
export async function decodePicture(
  bytes: Buffer,
  longestSide: number,
  boxes: readonly Box[] = [],
): Promise<Uint8Array | undefined> {
  const sharp = await limitedSharp()
  const upright = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'warning', sequentialRead: true })
    .autoOrient()
    .resize(longestSide, longestSide, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
  if (boxes.length === 0) return encoded(upright).catch(() => undefined)
  const drawn = await upright
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(() => undefined)
  if (!drawn) return undefined
  const { data, info } = drawn
  const { width, height, channels } = info
  paintBoxes({ data, width, height, channels }, boxes)
  return encoded(sharp(data, { raw: { width, height, channels } }))
}

/** Chroma subsampling would blur printed numbers; optimized coding would keep a second copy of the image. */
function encoded(picture: Sharp): Promise<Uint8Array> {
  return picture.jpeg({ quality: 88, chromaSubsampling: '4:4:4', optimiseCoding: false }).toBuffer()
}

/** Loaded with the first image, to save memory in processes that only inspect. */
async function limitedSharp() {
  const { default: sharp } = await import('sharp')
  // By default libvips reads all its formats, including SVG and TIFF.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadNsgifBuffer'],
  })
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}
