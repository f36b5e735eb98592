import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawFile } from './draw-file.ts'

const pixels = sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })

test.each([
  ['HEIC', async () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0')],
  ['SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
  ['WebP', () => pixels.clone().webp().toBuffer()],
  ['AVIF', () => pixels.clone().avif().toBuffer()],
  ['TIFF', () => pixels.clone().tiff().toBuffer()],
  ['PDF', async () => Buffer.from('%PDF-1.7')],
])('the decoder of pictures does not read %s', async (_, bytes) => {
  for (const type of ['image/png', 'image/gif'] as const)
    expect(await drawFile({ type }, await bytes(), 100)).toEqual({ fault: 'unreadable' })
})
