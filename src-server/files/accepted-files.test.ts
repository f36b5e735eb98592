import { readFileSync } from 'node:fs'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { multipart } from '../testing/test-support/factories.ts'
import { ownersEncryption } from '../testing/test-support/pdf-objects.ts'
import { aPdf } from '../testing/test-support/pictures.ts'
import { createTestApp } from '../testing/test-support/test-app.ts'

const strange = (name: string) =>
  readFileSync(new URL(`../testing/test-support/strange-files/${name}`, import.meta.url))
const after = (start: string, pdf = aPdf()) => Buffer.concat([Buffer.from(start, 'latin1'), pdf])

/** A white PNG of this size with one bit per pixel. */
function whitePng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const whole = Buffer.concat([Buffer.alloc(4), Buffer.from(type), data, Buffer.alloc(4)])
    whole.writeUInt32BE(data.length)
    whole.writeUInt32BE(crc32(whole.subarray(4, -4)), whole.length - 4)
    return whole
  }
  const size = Buffer.alloc(13)
  size.writeUInt32BE(width)
  size.writeUInt32BE(height, 4)
  size.writeUInt8(1, 8)
  const row = Buffer.alloc(1 + Math.ceil(width / 8), 255).fill(0, 0, 1)
  const pixels = deflateSync(Buffer.alloc(row.length * height, row))
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([signature, chunk('IHDR', size), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

const whiteJpeg = (width: number, height: number, progressive: boolean) =>
  sharp({ create: { width, height, channels: 3, background: 'white' } })
    .jpeg({ progressive })
    .toBuffer()

async function uploaded(bytes: Buffer) {
  await using app = await createTestApp()
  const as = await app.customer()
  const upload = await app.request('POST', '/api/uploads', { as, ...multipart({}, [{ name: 'card', bytes }]) })
  const { id, mimeType, message } = upload.json()
  const shown = id && (await app.request('GET', `/api/files/${id}`, { as })).headers['content-type']
  return { status: upload.statusCode, mimeType, message, shown }
}

test.each([
  ['8160 x 6144 as PNG', async () => strange('50mp-8160x6144.png')],
  ['8192 x 6144 as JPEG', () => whiteJpeg(8192, 6144, false)],
  ['8192 x 6144 as progressive JPEG', () => whiteJpeg(8192, 6144, true)],
  ['6144 x 8192', () => whiteJpeg(6144, 8192, false)],
  ['9280 x 6944', () => whiteJpeg(9280, 6944, false)],
  ['65 million pixels', async () => whitePng(10_000, 6_500)],
])('accepts and shows a photo of a phone of %s', async (_, bytes) => {
  expect(await uploaded(await bytes())).toMatchObject({ status: 201, shown: 'image/jpeg' })
})

test('refuses one row of pixels more, with the limit in words', async () => {
  expect(await uploaded(whitePng(10_000, 6_501))).toMatchObject({
    status: 415,
    message: 'Failed to process card: it has too many pixels. Please send a photo of at most 65 megapixels.',
  })
})

test.each([
  ['a byte order mark', strange('bom.pdf')],
  ['a new line', strange('newline-first.pdf')],
  ['new lines, tabs and blanks', strange('crlf-spaces-first.pdf')],
  ['a byte order mark and a new line', after('\xef\xbb\xbf\r\n')],
  ['a form feed', after('\f')],
  ['a null byte', after('\0')],
  ['900 blanks', after(' '.repeat(900))],
])('accepts a PDF behind %s', async (_, bytes) => {
  expect(await uploaded(bytes)).toMatchObject({ status: 201, mimeType: 'application/pdf', shown: 'image/jpeg' })
})

const script = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>'
const attached = '<< /Type /Filespec /F (a.exe) /EF << /F 9 0 R >> >>'
const field =
  '4 0 obj\n<< /FT /Tx /T (a) /V (b) /Subtype /Widget /Rect [9 9 99 29] /AA << /K << /S /Launch /F (a.exe) >> >> >>\nendobj\n'
test.each([
  ['the words of scripts in the text of a page', strange('text-javascript.pdf')],
  ['the words of scripts in its metadata', strange('xmp-javascript.pdf')],
  ['the words of scripts in the address of a link', strange('link-js-folder.pdf')],
  ['a script that runs when it is opened', aPdf(`/OpenAction ${script}`)],
  ['a form that a program fills', aPdf('/AcroForm << /Fields [4 0 R] /XFA (<xdp/>) >>', [field])],
  ['a program to launch', aPdf('/OpenAction << /S /Launch /Win << /F (cmd.exe) >> >>')],
  ['a password of its owner alone', Buffer.from(aPdf().toString().replace('/Root', `${ownersEncryption()} /Root`))],
  ['an attachment', aPdf(`/Names << /EmbeddedFiles << /Names [(a) ${attached}] >> >>`)],
])('shows a PDF with %s as a picture', async (_, bytes) => {
  expect(await uploaded(bytes)).toMatchObject({ status: 201, mimeType: 'application/pdf', shown: 'image/jpeg' })
})

test.each([
  ['a letter', after('a')],
  ['a page', after('<html></html>')],
  ['half a byte order mark', after('\xef\xbb')],
  ['2,000 blanks', after(' '.repeat(2_000))],
])('refuses a PDF behind %s', async (_, bytes) => {
  expect(await uploaded(bytes)).toMatchObject({ status: 415 })
})

test.each([
  ['with a password of its reader', strange('owner-password.pdf')],
  [
    'with an encryption that is written in the trailer',
    Buffer.from(aPdf().toString().replace('/Root', '/Encrypt<</V 4>>/Root')),
  ],
])('says what is wrong with a PDF %s', async (_, bytes) => {
  expect(await uploaded(bytes)).toMatchObject({
    status: 415,
    message: 'Failed to process card: this PDF is protected. Save it without a password and upload it again.',
  })
})
