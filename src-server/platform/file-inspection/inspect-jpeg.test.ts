import sharp from 'sharp'
import { expect, test } from 'vitest'
import { countReads } from '../../testing/test-support/count-reads.ts'
import { aJpeg } from '../../testing/test-support/pictures.ts'
import { drawFile } from './draw-file.ts'
import { inspectJpeg, MAX_SEGMENTS } from './inspect-jpeg.ts'

const jpeg = await aJpeg()
/** The position after the file header. */
const HEAD = 2
const startOfScan = jpeg.indexOf(Buffer.from([0xff, 0xda]))
const SCAN = startOfScan + 2 + jpeg.readUInt16BE(startOfScan + 2)

const inserted = (at: number, piece: Buffer, times: number) =>
  Buffer.concat([jpeg.subarray(0, at), Buffer.alloc(times * piece.length, piece), jpeg.subarray(at)])

test.each([
  ['tables', Buffer.from([0xff, 0xc4, 0, 2])],
  ['comments', Buffer.from([0xff, 0xfe, 0, 2])],
])('rejects a JPEG with too many %s', (_, piece) => {
  expect(inspectJpeg(inserted(HEAD, piece, MAX_SEGMENTS / 2)).fault).toBeUndefined()
  expect(inspectJpeg(inserted(HEAD, piece, MAX_SEGMENTS)).fault).toBe('unreadable')
})

test.each([
  ['tables', HEAD, Buffer.from([0xff, 0xc4, 0, 2])],
  ['fill bytes', HEAD, Buffer.from([0xff])],
  ['escaped bytes', SCAN, Buffer.from([0xff, 0])],
  ['restarts', SCAN, Buffer.from([0xff, 0xd0])],
])('reads %s of a JPEG in linear time', (_, at, piece) => {
  const [none = 0, small = 0, large = 0] = [0, 1_000, 2_000].map((times) => {
    const { bytes, reads } = countReads(inserted(at, piece, times))
    inspectJpeg(bytes)
    return reads() / 1_000
  })
  expect(large - small).toBeLessThan(12)
  expect(large - none).toBeLessThan(2.2 * (small - none))
})

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
