import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { drawCardPhoto } from '../../operator/seed/draw-card-photo.ts'
import { countReads } from '../../testing/test-support/count-reads.ts'
import { aGif, aJpeg } from '../../testing/test-support/pictures.ts'
import { MAX_BLOCKS, MAX_CHUNKS, MAX_SEGMENTS } from './image-limits.ts'
import { inspectPicture } from './inspect-image.ts'

const png = drawCardPhoto('#0d573c', false)
const jpeg = await aJpeg()
const gif = aGif()
/** Positions after the file headers. */
const [PNG_HEAD, JPEG_HEAD, GIF_HEAD] = [33, 2, 19]

const inserted = (bytes: Buffer, at: number, piece: Buffer, times: number) =>
  Buffer.concat([bytes.subarray(0, at), Buffer.alloc(times * piece.length, piece), bytes.subarray(at)])

function emptyChunk(type: string): Buffer {
  const chunk = Buffer.concat([Buffer.alloc(4), Buffer.from(type), Buffer.alloc(4)])
  chunk.writeUInt32BE(crc32(type), 8)
  return chunk
}

test.each([
  ['pixel chunks', 'image/png', png, PNG_HEAD, emptyChunk('IDAT'), MAX_CHUNKS],
  ['text chunks', 'image/png', png, PNG_HEAD, emptyChunk('tEXt'), MAX_CHUNKS],
  ['tables', 'image/jpeg', jpeg, JPEG_HEAD, Buffer.from([0xff, 0xc4, 0, 2]), MAX_SEGMENTS],
  ['comments', 'image/jpeg', jpeg, JPEG_HEAD, Buffer.from([0xff, 0xfe, 0, 2]), MAX_SEGMENTS],
  ['extensions', 'image/gif', gif, GIF_HEAD, Buffer.from([0x21, 0xfe, 0]), MAX_BLOCKS],
] as const)('rejects an image with too many %s', (_, type, bytes, at, piece, max) => {
  expect(inspectPicture(type, inserted(bytes, at, piece, max / 2)).fault).toBeUndefined()
  expect(inspectPicture(type, inserted(bytes, at, piece, max)).fault).toBe('unreadable')
})

test('rejects a GIF with too many sub-blocks in one block', () => {
  const comment = (times: number) =>
    Buffer.concat([Buffer.from([0x21, 0xfe]), Buffer.alloc(2 * times, Buffer.from([1, 1])), Buffer.from([0])])
  expect(inspectPicture('image/gif', inserted(gif, GIF_HEAD, comment(MAX_BLOCKS / 2), 1)).fault).toBeUndefined()
  expect(inspectPicture('image/gif', inserted(gif, GIF_HEAD, comment(MAX_BLOCKS), 1)).fault).toBe('unreadable')
})

const startOfScan = jpeg.indexOf(Buffer.from([0xff, 0xda]))
const SCAN = startOfScan + 2 + jpeg.readUInt16BE(startOfScan + 2)

test.each([
  ['chunks', 'image/png', png, PNG_HEAD, emptyChunk('IDAT')],
  ['tables', 'image/jpeg', jpeg, JPEG_HEAD, Buffer.from([0xff, 0xc4, 0, 2])],
  ['fill bytes', 'image/jpeg', jpeg, JPEG_HEAD, Buffer.from([0xff])],
  ['escaped bytes', 'image/jpeg', jpeg, SCAN, Buffer.from([0xff, 0])],
  ['restarts', 'image/jpeg', jpeg, SCAN, Buffer.from([0xff, 0xd0])],
  ['extensions', 'image/gif', gif, GIF_HEAD, Buffer.from([0x21, 0xfe, 0])],
] as const)('reads %s of an image in linear time', (_, type, file, at, piece) => {
  const [none = 0, small = 0, large = 0] = [0, 1_000, 2_000].map((times) => {
    const { bytes, reads } = countReads(inserted(file, at, piece, times))
    inspectPicture(type, bytes)
    return reads() / 1_000
  })
  expect(large - small).toBeLessThan(12)
  expect(large - none).toBeLessThan(2.2 * (small - none))
})
