import { MAX_PIXELS } from './image-limits.ts'
import { inspectPicture, type PictureType } from './inspect-image.ts'
import type { PictureFault } from './inspected-image.ts'

/**
 * Re-encodes an image as an upright JPEG of at most `longestSide` pixels, from its sanitized chunks. Only for the
 * worker process, because it decodes untrusted bytes.
 */
export async function transcodeImage(
  type: PictureType,
  bytes: Buffer,
  longestSide: number,
): Promise<{ fault: PictureFault } | { picture: Uint8Array }> {
  const inspected = inspectPicture(type, bytes)
  if (inspected.fault !== undefined) return { fault: inspected.fault }
  const picture = await decodePicture(Buffer.concat(inspected.sanitizedChunks), longestSide)
  return picture ? { picture } : { fault: 'unreadable' }
}

/** Transcodes inspected bytes; undefined when they cannot be decoded. */
export async function decodePicture(bytes: Buffer, longestSide: number): Promise<Uint8Array | undefined> {
  const sharp = await limitedSharp()
  return (
    sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'warning', sequentialRead: true })
      .autoOrient()
      .resize(longestSide, longestSide, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      // Chroma subsampling would blur printed numbers; optimized coding would keep a second copy of the image.
      .jpeg({ quality: 88, chromaSubsampling: '4:4:4', optimiseCoding: false })
      .toBuffer()
      .catch(() => undefined)
  )
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
