import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { packed } from '../../testing/test-support/pdf-objects.ts'
import { aPdf } from '../../testing/test-support/pictures.ts'
import { inspectPdf } from './inspect-pdf.ts'

/** A stream of image bytes. */
function picture(data: Buffer): Buffer {
  const head = `5 0 obj\n<< /Type /XObject /Subtype /Image /Filter /DCTDecode /Length ${data.length} >>\nstream\n`
  return Buffer.concat([Buffer.from(head), data, Buffer.from('\nendstream\nendobj\n')])
}

test.each([
  ['an empty page', aPdf()],
  ['an initial page', aPdf('/OpenAction [3 0 R /FitH 200]')],
  ['links', aPdf('', ['6 0 obj\n<< /Type /Annot /F 4 /A << /S /URI /URI (https://a.example) >> >>\nendobj\n'])],
  ['packed objects', aPdf('', [packed('7 0 << /Type /Catalog >>')])],
  [
    'a compressed cross-reference after compressed objects',
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
])('accepts a PDF with %s', (_, pdf) => {
  expect(inspectPdf(pdf)).toBeUndefined()
})

test.each([
  ['a script', '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>'],
  ['a script whose name PDFium ends at the byte 80', '/A << /S /JavaScript\x80/URI (x) >>'],
  ['a script whose name PDFium ends at the byte FF', '/A << /S /JavaScript\xff/URI (x) >>'],
  ['a script in hex', '/OpenAction<</S/#4a#61va#53cript/JS<61>>>'],
  ['every letter of it in hex', '/A<</S/#4a#61#76#61#53#63#72#69#70#74>>'],
  ['the names of scripts', '/Names << /JavaScript 9 0 R >>'],
  ['a program to launch', '/OpenAction << /S /Launch /F (cmd.exe) >>'],
  ['additional actions', '/AA << /O 9 0 R >>'],
  ['additional actions in hex', '/#41A << /O 9 0 R >>'],
  ['an embedded file', '/Names << /EmbeddedFiles 9 0 R >>'],
  ['an XFA form', '/AcroForm << /XFA 9 0 R >>'],
  ['a form submission', '/A << /S /SubmitForm /F (https://a.example) >>'],
  ['rich media', '/Annots [ << /Subtype /RichMedia >> ]'],
])('rejects a PDF with %s', (_, more) => {
  const object = (text: string) => Buffer.from(text, 'latin1')
  expect(inspectPdf(aPdf('', [object(`8 0 obj\n<< /Type /Catalog ${more} >>\nendobj\n`)]))).toBe('active')
  expect(inspectPdf(aPdf('', [object(`9 0 obj\n<< ${more} >>\nendobj\n`)]))).toBe('active')
  expect(inspectPdf(aPdf('', [packed(object(`9 0 << ${more} >>`))]))).toBe('active')
})

test.each([
  ['by its name in hex', '/Type /Obj#53tm /N 1 /First 4 /Filter /FlateDecode'],
  ['by where its objects begin', '/N 1 /First 4 /Filter /FlateDecode'],
  ['with its filter in a list', '/Type /ObjStm /Filter [ /FlateDecode ]'],
  ['with its filter in short', '/Type /ObjStm /Filter /Fl'],
])('recognizes object streams %s', (_, dictionary) => {
  expect(inspectPdf(aPdf('', [packed('9 0 << /S /JavaScript >>', dictionary)]))).toBe('active')
})

test.each([
  ['two filters', '/Type /ObjStm /Filter [ /ASCIIHexDecode /FlateDecode ]'],
  ['the same filter twice', '/Type /ObjStm /Filter [ /FlateDecode /FlateDecode ]'],
  ['another filter', '/Type /ObjStm /Filter /LZWDecode'],
  ['a predictor', '/Type /ObjStm /Filter /FlateDecode /DecodeParms << /Predictor 12 >>'],
  ['a file elsewhere', '/Type /ObjStm /Filter /FlateDecode /F (objects)'],
  ['a comment', '/Type /ObjStm /Filter /FlateDecode %\n'],
  ['a dictionary in a string', '/Type /ObjStm /Filter /LZWDecode /X (\n4 0 obj << /Type /ObjStm /Filter /Fl)'],
])('rejects object streams with %s, which cannot be inspected', (_, dictionary) => {
  expect(inspectPdf(aPdf('', [packed('9 0 << /S /GoTo >>', dictionary)]))).toBe('unreadable')
})

test('rejects a decompression bomb without inflating it', () => {
  const bomb = packed(' '.repeat(64 * 1024 * 1024))
  expect(bomb.length).toBeLessThan(100_000)
  expect(inspectPdf(aPdf('', [bomb]))).toBe('unreadable')
  expect(
    inspectPdf(
      aPdf(
        '',
        Array.from({ length: 9 }, () => packed(' '.repeat(4_000_000))),
      ),
    ),
  ).toBe('unreadable')
})

test('rejects encrypted PDFs', () => {
  const pdf = aPdf().toString('latin1').replace('/Root', '/Encrypt 9 0 R /Root')
  expect(inspectPdf(Buffer.from(pdf, 'latin1'))).toBe('encrypted')
  expect(inspectPdf(Buffer.from(pdf.replace('/Encrypt', '/#45ncrypt'), 'latin1'))).toBe('encrypted')
})

test('rejects a PDF that is also a ZIP archive', () => {
  const archive = Buffer.concat([Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18)])
  expect(inspectPdf(Buffer.concat([aPdf(), archive]))).toBe('unreadable')
})

/** A PDF that repeats the same piece. */
const repeated = (piece: string, times: number) => Buffer.from(`%PDF-1.7\n${piece.repeat(times)}`, 'latin1')

test.each([
  ['streams without an end', 'stream ', 50_000],
  ['streams behind long runs of new lines', `${'\n'.repeat(100)}stream x endstream`, 50_000],
  ['packed objects', '1 0 obj\n<</First 1/N 1/Type/ObjStm>>\nstream\n\nendstream\n', 2_000],
  ['names', '/A ', 2_000_000],
])('rejects a PDF with too many %s', (_, piece, max) => {
  expect(inspectPdf(repeated(piece, max + 1))).toBe('unreadable')
  expect(inspectPdf(repeated(piece.replace('/Type/ObjStm', '').replace('/First 1', ''), max))).toBeUndefined()
})

test('rejects object streams with too many names', () => {
  expect(inspectPdf(aPdf('', [packed('/A '.repeat(2_000_001))]))).toBe('unreadable')
})

test('rejects object streams nested in the data of others', () => {
  expect(inspectPdf(repeated('1 0 obj\n<</Type/ObjStm>>\nstream\n', 2))).toBe('unreadable')
})

test.each([
  ['one with "endstream" in a string', '/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /X (endstream)'],
  ['one with /stream and /endstream as names', '/Type /ObjStm /stream /endstream /N 1 /First 4 /Filter /FlateDecode'],
  ['followed by 10,000 blanks', `/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode ${' '.repeat(10_000)}`],
])('finds object streams whose dictionary is %s', (_, dictionary) => {
  expect(inspectPdf(aPdf('', [packed('9 0 << /S /JavaScript >>', dictionary)]))).toBeDefined()
})

test('reports encryption and actions also after an unreadable object stream', () => {
  const unreadable = packed('9 0 << >>', '/Type /ObjStm /Filter /LZWDecode')
  expect(inspectPdf(aPdf('', [unreadable, '9 0 obj\n<< /Encrypt 8 0 R >>\nendobj\n']))).toBe('encrypted')
  expect(inspectPdf(aPdf('', [unreadable, '9 0 obj\n<< /S /Launch >>\nendobj\n']))).toBe('active')
})
