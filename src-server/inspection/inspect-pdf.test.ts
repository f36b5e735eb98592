import { randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { aPdf } from '../testing/pictures.ts'
import { inspectPdf } from './inspect-pdf.ts'

/** An object stream with these objects; `dictionary` is what it says of itself beside its length. */
function packed(objects: string, dictionary = '/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode'): Buffer {
  const data = deflateSync(Buffer.from(objects))
  return Buffer.concat([
    Buffer.from(`4 0 obj\n<< ${dictionary} /Length ${data.length} >>\nstream\n`),
    data,
    Buffer.from('\nendstream\nendobj\n'),
  ])
}

/** A stream of a picture's bytes. */
function picture(data: Buffer): Buffer {
  const head = `5 0 obj\n<< /Type /XObject /Subtype /Image /Filter /DCTDecode /Length ${data.length} >>\nstream\n`
  return Buffer.concat([Buffer.from(head), data, Buffer.from('\nendstream\nendobj\n')])
}

test.each([
  ['an empty page', aPdf()],
  ['a page to begin with', aPdf('/OpenAction [3 0 R /FitH 200]')],
  ['links', aPdf('', ['6 0 obj\n<< /Type /Annot /F 4 /A << /S /URI /URI (https://a.example) >> >>\nendobj\n'])],
  ['packed objects', aPdf('', [packed('7 0 << /Type /Catalog >>')])],
  [
    'a packed cross-reference behind packed objects',
    aPdf('', [
      packed('7 0 << /A 1 >>'),
      packed('12', '/Type /XRef /W [1 2 1] /Filter /FlateDecode /DecodeParms << /Columns 4 /Predictor 12 >>'),
    ]),
  ],
  [
    'an outline and buttons before a photo',
    aPdf('', ['8 0 obj\n<< /First 9 0 R /AP << /N 5 0 R >> >>\nendobj\n', picture(randomBytes(2_000))]),
  ],
  [
    'the short names in the bytes of a photo',
    aPdf('', [picture(Buffer.from('\x01/JS\x02 /JS(\xff) /AA \xfe', 'latin1'))]),
  ],
  ['a name that begins like another', aPdf('/EncryptMetadata false /JavaScriptless 1 /AAPL:Keywords [(x)]')],
  ['8 MB of noise', aPdf('', [picture(randomBytes(8_000_000))])],
])('a PDF with %s is taken', async (_, pdf) => {
  expect(await inspectPdf(pdf)).toBeUndefined()
})

test.each([
  ['a script', '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>'],
  ['a script in hex', '/OpenAction<</S/#4a#61va#53cript/JS<61>>>'],
  ['every letter of it in hex', '/A<</S/#4a#61#76#61#53#63#72#69#70#74>>'],
  ['the names of scripts', '/Names << /JavaScript 9 0 R >>'],
  ['a program to launch', '/OpenAction << /S /Launch /F (cmd.exe) >>'],
  ['actions of its own', '/AA << /O 9 0 R >>'],
  ['actions of its own in hex', '/#41A << /O 9 0 R >>'],
  ['an embedded file', '/Names << /EmbeddedFiles 9 0 R >>'],
  ['a form that is a program', '/AcroForm << /XFA 9 0 R >>'],
  ['a form that is sent', '/A << /S /SubmitForm /F (https://a.example) >>'],
  ['rich media', '/Annots [ << /Subtype /RichMedia >> ]'],
])('a PDF with %s is refused', async (_, more) => {
  expect(await inspectPdf(aPdf(more))).toBe('active')
  expect(await inspectPdf(aPdf('', [`9 0 obj\n<< ${more} >>\nendobj\n`]))).toBe('active')
  expect(await inspectPdf(aPdf('', [packed(`9 0 << ${more} >>`)]))).toBe('active')
})

test.each([
  ['by its name in hex', '/Type /Obj#53tm /N 1 /First 4 /Filter /FlateDecode'],
  ['by where its objects begin', '/N 1 /First 4 /Filter /FlateDecode'],
  ['with its filter in a list', '/Type /ObjStm /Filter [ /FlateDecode ]'],
  ['with its filter in short', '/Type /ObjStm /Filter /Fl'],
])('packed objects are known %s', async (_, dictionary) => {
  expect(await inspectPdf(aPdf('', [packed('9 0 << /S /JavaScript >>', dictionary)]))).toBe('active')
})

test.each([
  ['two filters', '/Type /ObjStm /Filter [ /ASCIIHexDecode /FlateDecode ]'],
  ['the same filter twice', '/Type /ObjStm /Filter [ /FlateDecode /FlateDecode ]'],
  ['another filter', '/Type /ObjStm /Filter /LZWDecode'],
  ['a predictor', '/Type /ObjStm /Filter /FlateDecode /DecodeParms << /Predictor 12 >>'],
  ['a file elsewhere', '/Type /ObjStm /Filter /FlateDecode /F (objects)'],
  ['a comment', '/Type /ObjStm /Filter /FlateDecode %\n'],
  ['a dictionary in a string', '/Type /ObjStm /Filter /LZWDecode /X (\n4 0 obj << /Type /ObjStm /Filter /Fl)'],
])('objects packed with %s are not taken: nobody can say what they are', async (_, dictionary) => {
  expect(await inspectPdf(aPdf('', [packed('9 0 << /S /GoTo >>', dictionary)]))).toBe('unreadable')
})

test('objects that inflate without end are not inflated', async () => {
  const bomb = packed(' '.repeat(64 * 1024 * 1024))
  expect(bomb.length).toBeLessThan(100_000)
  expect(await inspectPdf(aPdf('', [bomb]))).toBe('unreadable')
  expect(
    await inspectPdf(
      aPdf(
        '',
        Array.from({ length: 9 }, () => packed(' '.repeat(4_000_000))),
      ),
    ),
  ).toBe('unreadable')
})

test('what is encrypted cannot be looked into', async () => {
  const pdf = aPdf().toString('latin1').replace('/Root', '/Encrypt 9 0 R /Root')
  expect(await inspectPdf(Buffer.from(pdf, 'latin1'))).toBe('encrypted')
  expect(await inspectPdf(Buffer.from(pdf.replace('/Encrypt', '/#45ncrypt'), 'latin1'))).toBe('encrypted')
})

test('a PDF that is an archive as well is refused', async () => {
  const archive = Buffer.concat([Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18)])
  expect(await inspectPdf(Buffer.concat([aPdf(), archive]))).toBe('unreadable')
})
