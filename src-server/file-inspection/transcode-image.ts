import { MAX_PIXELS } from './image-limits.ts'
import { inspectPicture, type PictureType } from './inspect-image.ts'
import type { PictureFault } from './inspected-image.ts'

/**
 * Re-encodes a picture as an upright JPEG of at most `longestSide` pixels, from nothing but the parts that draw. For the
 * worker process only: it decodes bytes of strangers.
 */
export async function transcodeImage(
  type: PictureType,
  bytes: Buffer,
  longestSide: number,
): Promise<{ fault: PictureFault } | { picture: Uint8Array }> {
  const inspected = inspectPicture(type, bytes)
  if (inspected.fault !== undefined) return { fault: inspected.fault }
  const picture = await decodePicture(Buffer.concat(inspected.drawing), longestSide)
  return picture ? { picture } : { fault: 'unreadable' }
}

/** The same for bytes that were inspected; undefined when they cannot be decoded. */
export async function decodePicture(bytes: Buffer, longestSide: number): Promise<Uint8Array | undefined> {
  const sharp = await limitedSharp()
  return (
    sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'warning', sequentialRead: true })
      .autoOrient()
      .resize(longestSide, longestSide, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      // Printed numbers lose their edges when colours are thinned out.
      .jpeg({ quality: 88, chromaSubsampling: '4:4:4' })
      .toBuffer()
      .catch(() => undefined)
  )
}

/** Loaded with the first picture: a process that only inspects does without the memory it takes. */
async function limitedSharp() {
  const { default: sharp } = await import('sharp')
  // By default all that libvips can read is read, SVG and TIFF among it.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadNsgifBuffer'],
  })
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}
