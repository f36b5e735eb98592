import { deflateSync } from 'node:zlib'
import { aPdfOfPages, packed } from '../test-support/pdf-objects.ts'
import { aPdf } from '../test-support/pictures.ts'
import { anArchive, type HostileFile, PAYLOAD } from './hostile-file.ts'

const script = (name: string) => `/OpenAction << /S /${name} /JS (app.alert\\(1\\) // ${PAYLOAD}) >>`

const attached = '<< /Type /Filespec /F (a.exe) /EF << /F 9 0 R >> >>'
const pdf = (name: string, more: string, objects: readonly (string | Buffer)[] = []): HostileFile => ({
  name: `PDF ${name}`,
  bytes: () => aPdf(more, objects),
})
/** A PDF whose page draws this. */
const page = (name: string, content: string): HostileFile => ({
  name: `PDF of a page ${name}`,
  bytes: () => aPdfOfPages(1, content),
})
const changedPage = (name: string, from: string, to: string): HostileFile => ({
  name: `PDF of a page ${name}`,
  bytes: () => Buffer.from(aPdfOfPages(1).toString('latin1').replace(from, to), 'latin1'),
})
const text = (name: string, content: string): HostileFile => ({ name, bytes: () => Buffer.from(content, 'latin1') })

export const hostileDocuments: readonly HostileFile[] = [
  pdf('with a script', script('JavaScript')),
  pdf('with a script in hex', script('#4a#61#76#61#53#63#72#69#70#74')),
  pdf('with a script half in hex', script('Java#53cript')),
  pdf('with a script without white space', '/OpenAction<</S/JavaScript/JS(alert)>>'),
  pdf('with named scripts', '/Names << /JavaScript << /Names [(a) 9 0 R] >> >>'),
  pdf('with a script in an object', '', [`9 0 obj\n<< /S /JavaScript /JS 10 0 R >>\nendobj\n`]),
  pdf('with a script in packed objects', '', [packed('9 0 << /S /JavaScript /JS (alert) >>')]),
  pdf('with a script in packed objects in hex', '', [
    packed('9 0 << /S /J#61vaScript >>', '/Type /O#62jStm /N 1 /First 4 /Filter /FlateDecode'),
  ]),
  pdf('with a script in packed objects without a type', '', [
    packed('9 0 << /S /JavaScript >>', '/N 1 /First 4 /Filter /FlateDecode'),
  ]),
  pdf('with objects packed twice', '', [
    packed(deflateSync('9 0 << /S /JavaScript >>'), '/Type /ObjStm /N 1 /First 4 /Filter [/FlateDecode /FlateDecode]'),
  ]),
  pdf('with objects behind a predictor', '', [
    packed('9 0', '/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /DecodeParms << /Predictor 12 >>'),
  ]),
  pdf('with packed objects of 100 MB', '', [packed(Buffer.alloc(100 * 1024 * 1024, ' '))]),
  pdf(
    'with packed objects of 5 MB, ten times',
    '',
    Array.from({ length: 10 }, () => packed(Buffer.alloc(5_000_000, ' '))),
  ),
  pdf(
    'with 3,000 packed objects',
    '',
    Array.from({ length: 3_000 }, () => packed('9 0 null')),
  ),
  pdf('with a program to launch', '/OpenAction << /S /Launch /Win << /F (cmd.exe) >> >>'),
  pdf('with a program to launch in hex', '/OpenAction << /S /#4caunch /F (cmd.exe) >>'),
  pdf('with an embedded file', `/Names << /EmbeddedFiles << /Names [(a) ${attached}] >> >>`),
  pdf('with an embedded file in an annotation', '', [
    `9 0 obj\n<< /Type /EmbeddedFile /Length 3 >>\nstream\nabc\nendstream\nendobj\n`,
  ]),
  pdf('with actions of its own', '/AA << /WC << /S /URI /URI (https://a.example) >> >>'),
  pdf('with rich media', '', ['9 0 obj\n<< /Type /Annot /Subtype /RichMedia >>\nendobj\n']),
  pdf('with a form that is a program', `/AcroForm << /XFA [(template) 9 0 R] >>`),
  pdf('with a form that is sent', '/AcroForm << /Fields [<< /A << /S /SubmitForm /F (https://a.example) >> >>] >>'),
  pdf('that goes into an embedded one', '/OpenAction << /S /GoToE /T << /R /C >> >>'),
  pdf('of 200,000 names', '', [`9 0 obj\n<< ${'/A /B '.repeat(100_000)}>>\nendobj\n`]),
  pdf('of 1,000,000 nested lists', '', [`9 0 obj\n${'['.repeat(1_000_000)}\nendobj\n`]),
  {
    name: 'PDF whose table leads to itself',
    bytes: () => Buffer.from(aPdf().toString().replace('/Root', '/Prev 0 /Root')),
  },
  {
    name: 'PDF that is encrypted',
    bytes: () => Buffer.from(aPdf().toString().replace('/Root', '/Encrypt 9 0 R /Root')),
  },
  pdf(
    'of 50,000 objects',
    '',
    Array.from({ length: 50_000 }, (_, at) => `${at + 9} 0 obj\n<< /A ${at + 10} 0 R >>\nendobj\n`),
  ),
  page('with 50,000 lines', '0 0 m 200 200 l S '.repeat(50_000)),
  { name: 'PDF of 10,000 pages', bytes: () => aPdfOfPages(10_000) },
  changedPage('of 14,400 points', '/MediaBox [0 0 200 200]', '/MediaBox [0 0 14400 14400]'),
  changedPage('of no size', '/MediaBox [0 0 200 200]', '/MediaBox [0 0 0 0]'),
  changedPage(
    'with a font that is written in itself',
    '/Subtype /Type1 /BaseFont /Helvetica >>',
    '/Subtype /Type3 /FontBBox [0 0 1 1] /FontMatrix [1 0 0 1 0 0] /FirstChar 49 /LastChar 49 /Widths [1] ' +
      '/Encoding << /Differences [49 /a] >> /CharProcs << /a 5 0 R >> /Resources << /Font << /F1 3 0 R >> >> >>',
  ),
  changedPage('with a stream that does not end', 'endstream\nendobj\ntrailer', 'trailer'),
  page('with an endless path', 'q '.repeat(3_000_000)),
  {
    name: 'PDF of a page that unpacks to 200 MB',
    bytes: () => {
      const lines = packed(Buffer.alloc(200 * 1024 * 1024, '0 0 m 9 9 l S '), '/Filter /FlateDecode')
      const [start = '', end = ''] = aPdf('', ['|'])
        .toString('latin1')
        .replace('/MediaBox', '/Contents 4 0 R /MediaBox')
        .split('|')
      return Buffer.concat([Buffer.from(start), lines, Buffer.from(end)])
    },
  },
  { name: 'PDF that is an archive as well', bytes: () => Buffer.concat([aPdf(), anArchive()]) },
  text('page that begins like a PDF', `%PDF-1.7\n<html>${PAYLOAD}</html>`),
  text('PDF behind a page', `<html>${PAYLOAD}</html>%PDF-1.7`),
  text('SVG named PNG', `<svg xmlns="http://www.w3.org/2000/svg">${PAYLOAD}</svg>`),
  text('SVG with a declaration', `<?xml version="1.0"?><!DOCTYPE svg><svg onload="alert(1)">${PAYLOAD}</svg>`),
  text('page named JPG', `<!doctype html><html><body>${PAYLOAD}</body></html>`),
  text(
    'XML that reads a file',
    `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>`,
  ),
  text('script', `alert(1)//${PAYLOAD}`),
  text('PostScript', `%!PS-Adobe-3.0 EPSF-3.0\n(${PAYLOAD}) show`),
  text('program', `MZ\x90\0${PAYLOAD.repeat(50)}`),
  text('WebP that moves', `RIFF\x40\0\0\0WEBPVP8X\x0a\0\0\0\x02\0\0\0\0\0\0\0\0\0ANIM${PAYLOAD}`),
  text('TIFF', `II*\0\x08\0\0\0\0\0${PAYLOAD}`),
  text('BMP', `BM\xff\xff\xff\x7f\0\0\0\0${PAYLOAD}`),
  text('HEIC', `\0\0\0\x24ftypheic\0\0\0\0mif1heic${PAYLOAD}`),
  text('AVIF', `\0\0\0\x20ftypavif\0\0\0\0avifmif1${PAYLOAD}`),
  text('MVG', `push graphic-context\nfill 'url(https://a.example/x"|ls "-la)'\n${PAYLOAD}`),
  { name: 'archive', bytes: anArchive },
]
