import { randomBytes } from 'node:crypto'
import sharp from 'sharp'

/** A JPEG of this size with noisy pixels, like a photo. Its bytes are about a tenth of the number of pixels. */
export async function aJpeg(width = 320, height = 200, quality = 80): Promise<Buffer> {
  const [columns, rows] = [Math.ceil(width / 8), Math.ceil(height / 8)]
  const blurred = { raw: { width: columns, height: rows, channels: 3 } } as const
  return sharp(randomBytes(columns * rows * 3), blurred)
    .resize(width, height, { fit: 'fill' })
    .jpeg({ quality })
    .toBuffer()
}

/** A GIF of one pixel with this number of frames. */
export function aGif(frames = 1): Buffer {
  const head = Buffer.from('47494638396101000100800000000000ffffff', 'hex')
  const frame = Buffer.from('2c0000000001000100000202440100', 'hex')
  return Buffer.concat([head, ...Array.from({ length: frames }, () => frame), Buffer.from([0x3b])])
}

/** A PDF of one empty page. `more` is added to its catalogue, `objects` after its own. */
export function aPdf(more = '', objects: readonly (string | Buffer)[] = []): Buffer {
  const parts = [
    '%PDF-1.7\n',
    `1 0 obj\n<< /Type /Catalog /Pages 2 0 R ${more} >>\nendobj\n`,
    '2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n',
    '3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>\nendobj\n',
    ...objects,
    'trailer\n<< /Size 4 /Root 1 0 R >>\nstartxref\n0\n%%EOF\n',
  ]
  return Buffer.concat(parts.map((part) => Buffer.from(part)))
}
