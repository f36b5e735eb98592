import { readFileSync } from 'node:fs'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { rejectedFileMessages } from '#shared/upload-errors.ts'
import { aPhoto, multipart, submitFields } from '../testing/test-support/factories.ts'
import { aGif, aJpeg } from '../testing/test-support/pictures.ts'
import { createTestApp } from '../testing/test-support/test-app.ts'

const strange = (name: string) =>
  readFileSync(new URL(`../testing/test-support/strange-files/${name}`, import.meta.url))

const inserted = (bytes: Buffer, at: number, more: readonly number[]) =>
  Buffer.concat([bytes.subarray(0, at), Buffer.from(more), bytes.subarray(at)])

const jpeg: Buffer = await aJpeg()
const progressive = await sharp(jpeg).jpeg({ progressive: true }).toBuffer()
const restarting = withRestarts(await sharp(jpeg).jpeg({ chromaSubsampling: '4:4:4' }).toBuffer())
const photo = aPhoto()
/** About 200 kB, as large as what pages send of a photo. */
const baseline = await aJpeg(2_000, 1_000)
const largeProgressive = await sharp(baseline).jpeg({ progressive: true }).toBuffer()
const [EOI, END_CHUNK] = [Buffer.from([0xff, 0xd9]), 12]

const changed = (bytes: Buffer, at: number, by: number) => {
  const copy = Buffer.from(bytes)
  copy.writeUInt8((copy.readUInt8(at) + by) & 0xff, at)
  return copy
}
/** Where the segment of this marker begins. */
const segment = (marker: number) => jpeg.indexOf(Buffer.from([0xff, marker]))
const [DQT, SOF, DHT, SOS] = [segment(0xdb), segment(0xc0), segment(0xc4), segment(0xda)]
const endOfHeader = SOS + 2 + jpeg.readUInt16BE(SOS + 2)
const half = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)

/** The same JPEG that says it has restart markers, which it has not. */
function withRestarts(bytes: Buffer): Buffer {
  const at = bytes.indexOf(Buffer.from([0xff, 0xda]))
  return inserted(bytes, at, [0xff, 0xdd, 0, 4, 0, 9])
}

function chunk(type: string, data: Buffer, crcOff = 0): Buffer {
  const whole = Buffer.concat([Buffer.alloc(4), Buffer.from(type), data, Buffer.alloc(4)])
  whole.writeUInt32BE(data.length)
  whole.writeUInt32BE((crc32(whole.subarray(4, -4)) + crcOff) >>> 0, whole.length - 4)
  return whole
}

const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const header = chunk('IHDR', Buffer.from([0, 0, 0, 40, 0, 0, 0, 30, 8, 2, 0, 0, 0]))
const rows = Buffer.concat(
  Array.from({ length: 30 }, (_, row) => Buffer.concat([Buffer.from([0]), Buffer.alloc(120, row * 8)])),
)
type PngParts = { more?: Buffer; skip?: number; end?: Buffer }

/** A PNG of these rows whose pixels are in several chunks, with `more` before and `last` at the end. */
function png(pixels: Buffer, { more, skip = 0, end = chunk('IEND', Buffer.alloc(0)) }: PngParts = {}): Buffer {
  const data = deflateSync(pixels)
  const parts = [0, 1, 2, 3].map((at) => data.subarray((at * data.length) / 4, ((at + 1) * data.length) / 4))
  return Buffer.concat([
    signature,
    header,
    ...(more ? [more] : []),
    ...parts.slice(0, 4 - skip).map((part) => chunk('IDAT', part)),
    end,
  ])
}

/** Its bytes never change: a cut exactly between two blocks, with an end, is a GIF to the decoder. */
const gif = await sharp(png(rows)).resize(320).gif().toBuffer()

const drawn: [string, Buffer][] = [
  ['a JPEG of a Samsung phone with a wrong spectrum', strange('samsung-invalid-sos-params.jpg')],
  ['a JPEG with bytes between its segments', strange('extraneous-between-segments.jpg')],
  ['a PNG without its last chunk', strange('png-no-iend.png')],
  ['a JPEG', jpeg],
  ['a progressive JPEG', progressive],
  ['a JPEG whose spectrum ends one late', changed(jpeg, endOfHeader - 2, 1)],
  ['a JPEG whose spectrum begins one late', changed(jpeg, endOfHeader - 3, 1)],
  ['a JPEG with an approximation', changed(jpeg, endOfHeader - 1, 1)],
  ['a JPEG with one byte before its frame', inserted(jpeg, SOF, [0])],
  ['a JPEG with an escaped mark before its tables', inserted(jpeg, DHT, [0xff, 0, 7])],
  ['a JPEG with a restart marker between segments', inserted(jpeg, DQT, [0xff, 0xd3])],
  ['a JPEG whose comment is longer than its length', inserted(jpeg, DQT, [0xff, 0xfe, 0, 3, 65, 66])],
  ['a JPEG without its end', jpeg.subarray(0, -2)],
  ['a JPEG with half of its end', jpeg.subarray(0, -1)],
  ['a progressive JPEG without its end', progressive.subarray(0, -2)],
  ['a JPEG with zeros before its end', inserted(jpeg, jpeg.length - 2, Array(50).fill(0))],
  ['a JPEG with an unknown segment after its pixels', inserted(jpeg, jpeg.length - 2, [0xff, 0xf3, 0, 9])],
  ['a PNG', png(rows)],
  ['a PNG with half of its last chunk', png(rows, { end: chunk('IEND', Buffer.alloc(0)).subarray(0, 5) })],
  [
    'a PNG with a wrong checksum of its brightness',
    png(rows, { more: chunk('gAMA', Buffer.from([0, 0, 177, 143]), 1) }),
  ],
  ['a PNG with a wrong checksum of its texts', png(rows, { more: chunk('tEXt', Buffer.from('a\0b'), 1) })],
  ['a PNG with bytes after its end', Buffer.concat([png(rows), Buffer.from('GIF89a')])],
  ['a GIF', gif],
  ['a GIF without its last byte', gif.subarray(0, -1)],
  ['a GIF of 60 frames', aGif(60)],
  ['a GIF whose second frame is cut', aGif(2).subarray(0, -6)],
]

const notDrawn: [string, Buffer][] = [
  ['a PNG in the format of Apple alone', strange('png-cgbi.png')],
  ['half a JPEG', half(jpeg)],
  ['half a JPEG with an end', Buffer.concat([half(jpeg), EOI])],
  ['a JPEG that lacks its last 20 bytes before the end', Buffer.concat([jpeg.subarray(0, -22), EOI])],
  ['half a JPEG of a Samsung phone', half(strange('samsung-invalid-sos-params.jpg'))],
  [
    'half a JPEG with bytes between its segments and an end',
    Buffer.concat([half(strange('extraneous-between-segments.jpg')), EOI]),
  ],
  ['half a progressive JPEG', half(progressive)],
  ['half a progressive JPEG with an end', Buffer.concat([half(progressive), EOI])],
  ['a JPEG without restart markers that it announces', restarting],
  ['a JPEG whose quantization table is one byte too long', changed(jpeg, DQT + 3, 1)],
  ['a JPEG whose frame is one byte too short', changed(jpeg, SOF + 3, -1)],
  ['a JPEG without Huffman tables', changed(jpeg, DHT + 1, -1)],
  ['a JPEG with an unknown marker before its frame', inserted(jpeg, SOF, [0xff, 0xf1, 0, 2])],
  ...[baseline, largeProgressive].flatMap((whole, at): [string, Buffer][] => {
    const kind = at === 0 ? 'baseline' : 'progressive'
    return [0.5, 0.95].flatMap((share): [string, Buffer][] => {
      const start = whole.subarray(0, whole.length * share)
      const name = `a ${kind} JPEG of a phone that ends at ${100 * share} %`
      return [
        [name, start],
        [`${name}, with an end`, Buffer.concat([start, EOI])],
      ]
    })
  }),
  ['a JPEG of a phone with 20 kB of zeros in it', Buffer.from(baseline).fill(0, 60_000, 80_000)],
  ['half a PNG', half(aPhoto())],
  ['half a PNG without its last chunk', half(strange('png-no-iend.png'))],
  ['a PNG that lacks one of its chunks', png(rows, { skip: 1 })],
  ['a PNG that lacks its last row', png(rows.subarray(0, -121))],
  ['a PNG with a wrong checksum of its pixels', changed(png(rows), png(rows).length - END_CHUNK - 1, 1)],
  ['a PNG with an unknown critical chunk', png(rows, { more: chunk('IDAU', Buffer.alloc(1)) })],
  ['a PNG that lacks the checksum of its pixels', photo.subarray(0, photo.indexOf('IEND') - 6)],
  ['a GIF without its last two bytes', gif.subarray(0, -2)],
  ['half a GIF', half(gif)],
  ['half a GIF with an end', Buffer.concat([half(gif), Buffer.from([0, 0x3b])])],
  ['a GIF without pixels', Buffer.concat([gif.subarray(0, 13), Buffer.from([0x3b])])],
]

/** The response of each call that receives a photo. */
async function sent(bytes: Buffer) {
  const app = await createTestApp()
  const [customer, staff] = [await app.customer(), await app.staff()]
  const files = [{ name: 'front.jpg', bytes, type: 'image/jpeg' }]
  const upload = await app.request('POST', '/api/uploads', { as: customer, ...multipart({}, files) })
  const submit = await app.request('POST', '/api/submit', { as: customer, ...multipart(submitFields(), files) })
  return { app, customer, staff, upload, submit }
}

test.each(drawn)('both calls accept %s, and staff see it', async (_, bytes) => {
  const { app, customer, staff, upload, submit } = await sent(bytes)
  await using _app = app
  expect([upload.statusCode, submit.statusCode]).toEqual([201, 200])
  const [order] = (await app.request('GET', '/api/user/transactions', { as: customer })).json()
  const shown = await app.request('GET', `/api/files/${order.uploadedFiles[0].id}`, { as: staff })
  expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/jpeg'])
})

test.each(notDrawn)('both calls refuse %s in the same words and store nothing', async (_, bytes) => {
  const { app, upload, submit } = await sent(bytes)
  await using _app = app
  for (const response of [upload, submit]) {
    expect(response.statusCode).toBe(415)
    expect(response.json()).toMatchObject({
      code: 'unsupported_type',
      message: rejectedFileMessages.unreadable('front.jpg'),
    })
  }
  expect(await app.ctx.db.selectFrom('files').selectAll().execute()).toEqual([])
  expect(app.storage.objects.size).toBe(0)
})
