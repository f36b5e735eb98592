import { encodeForm, encodeParts, type FormCase, filePart, type Options, plainHead, pngPart } from './form-encoding.ts'

const front = { fileNames: ['front.png'] }
const unreadable = { status: 400, message: /^We can't read this request\.$/ }
const encodedPart = { status: 400, message: /without a Content-Transfer-Encoding/ }
const noFile = { status: 400, message: /^At least one file must be uploaded$/ }

const form =
  (options: Options = {}, boundary = 'b') =>
  (photo: Buffer) =>
    encodeForm(boundary, [pngPart(photo)], options)
/** A quoted boundary; without quotes it would be no token. */
const quoted = (boundary: string): FormCase => [
  `the boundary "${boundary}"`,
  form({ contentType: `multipart/form-data; boundary="${boundary}"` }, boundary),
  front,
]
const typed = (contentType: string): FormCase => [`the type ${contentType}`, form({ contentType }), front]
const withFile = (head: string) => (photo: Buffer) => encodeForm('b', [{ head, body: photo }])
const withField = (head: string, body: string) => (photo: Buffer) => encodeForm('b', [{ head, body }, pngPart(photo)])

/** Valid forms that few clients send, and malformed ones. */
export const oddForms: readonly FormCase[] = [
  quoted('a b'),
  quoted('gc0pJq0M:08jU534c0p'),
  quoted("'()+_,-./:=?"),
  quoted('=_Part_1'),
  quoted('-'),
  quoted('x'.repeat(70)),
  typed('multipart/form-data;boundary=b'),
  typed('multipart/form-data; charset=utf-8; boundary=b'),
  typed('multipart/form-data; boundary=b; charset=utf-8'),
  typed('Multipart/Form-Data; Boundary=b'),
  typed('multipart/form-data ; boundary=b'),
  ['a preamble', form({ preamble: 'This is a multi-part message in MIME format.\r\n' }), front],
  ['an empty line before the first boundary', form({ preamble: '\r\n' }), front],
  ['an epilogue', form({ epilogue: '\r\nThe end.\r\n' }), front],
  ['an epilogue in chunks', form({ epilogue: `\r\n${'The end. '.repeat(5_000)}`, chunkBytes: 1_000 }), front],
  ['chunks of one byte', form({ chunkBytes: 1 }), front],
  [
    'headers in upper case',
    withFile('CONTENT-TYPE: IMAGE/PNG\nCONTENT-DISPOSITION: FORM-DATA; NAME="files"; FILENAME="front.png"'),
    front,
  ],
  ['headers without spaces', withFile('content-disposition:form-data;name=files;filename=front.png'), front],
  [
    'a header over two lines',
    withFile('Content-Disposition: form-data;\n name="files";\n filename="front.png"'),
    front,
  ],
  [
    'headers that are not of forms',
    withFile(
      'X-Part: 1\nContent-ID: <1>\nMIME-Version: 1.0\nContent-Disposition: form-data; name="files"; filename="front.png"',
    ),
    front,
  ],
  [
    'a file name before the name',
    withFile('Content-Disposition: form-data; filename="front.png"; name="files"'),
    front,
  ],
  [
    'a file name with a semicolon',
    withFile('Content-Disposition: form-data; name="files"; filename="a;b.png"'),
    { fileNames: ['a;b.png'] },
  ],
  ['a file without a field name', withFile('Content-Disposition: form-data; filename="front.png"'), front],
  [
    'a file without any name',
    withFile('Content-Disposition: form-data\nContent-Type: image/png'),
    { fileNames: ['file'] },
  ],
  [
    'a file with both forms of its name in quotes',
    withFile(`Content-Disposition: form-data; name="files"; filename="caf_.png"; filename*=utf-8''caf%C3%A9.png`),
    { fileNames: ['café.png'] },
  ],
  [
    'a file with both forms of its name, the encoded one first',
    withFile(`Content-Disposition: form-data; filename*=utf-8''caf%C3%A9.png; name="files"; filename="caf_.png"`),
    { fileNames: ['café.png'] },
  ],
  [
    'a file with both forms of its name in any case, folded',
    withFile(`Content-Disposition: form-data; name=files;\n FileName*=UTF-8'en'caf%C3%A9.png;\n filename=caf_.png`),
    { fileNames: ['café.png'] },
  ],
  [
    'a file whose name looks like the encoded form',
    withFile(`Content-Disposition: form-data; name="files"; filename="a; filename*=utf-8''b.png; \\"c.png"`),
    { fileNames: [`a; filename*=utf-8''b.png; "c.png`] },
  ],
  [
    'a file in an unknown charset',
    withFile(`Content-Disposition: form-data; name="files"; filename*=x-none''front.png`),
    front,
  ],
  [
    'a charset in quotes',
    withField(`${plainHead('phone')}\nContent-Type: text/plain; charset="utf-8"`, '555-010-0100'),
    front,
  ],
  ['a field twice', withField(plainHead('cardBrand'), 'apple'), front],
  ['a field of another form', withField(plainHead('utf8'), '✓'), front],
  [
    'a field in base64',
    withField(`${plainHead('cardNumber')}\nContent-Transfer-Encoding: base64`, 'WDJNVw=='),
    encodedPart,
  ],
  [
    'a field as quoted printable',
    withField(`${plainHead('cardNumber')}\nContent-Transfer-Encoding: Quoted-Printable`, 'X2=4D'),
    encodedPart,
  ],
  ['a field that is no JSON', withField(`${plainHead('phone')}\nContent-Type: application/json`, '{'), unreadable],
  [
    'a list as a field',
    withField(`${plainHead('phone')}\nContent-Type: application/json`, '["1"]'),
    { status: 400, message: /as text/ },
  ],
  [
    'null as a field',
    withField(`${plainHead('phone')}\nContent-Type: application/json`, 'null'),
    { status: 400, message: /as text/ },
  ],
  ['a field named as a property of objects', withField(plainHead('constructor'), 'x'), unreadable],
  [
    'an attachment instead of form data',
    withFile('Content-Disposition: attachment; name="files"; filename="front.png"'),
    noFile,
  ],
  ['a file without a disposition', withFile('Content-Type: image/png'), noFile],
  ['no file', () => encodeForm('b', []), noFile],
  [
    'a text in place of a photo',
    () => encodeForm('b', [filePart('name="files"; filename="notes.txt"', 'x')]),
    { status: 415, message: /^notes\.txt is not a supported/ },
  ],
  ['no boundary', form({ contentType: 'multipart/form-data' }), unreadable],
  ['an empty boundary', form({ contentType: 'multipart/form-data; boundary=""' }), unreadable],
  ['another boundary', form({ contentType: 'multipart/form-data; boundary=other' }), unreadable],
  [
    'another kind of multipart',
    form({ contentType: 'multipart/mixed; boundary=b' }),
    { status: 415, message: /content type/ },
  ],
  ['no end', (photo) => ({ ...form()(photo), body: form()(photo).body.subarray(0, -'--b--\r\n'.length) }), unreadable],
  // The parser skips such parts; no client is known to write them.
  [
    'spaces after the boundaries',
    (photo) => ({
      ...form()(photo),
      body: Buffer.from(form()(photo).body.toString('latin1').replaceAll('--b\r\n', '--b \r\n'), 'latin1'),
    }),
    { status: 400, message: /./ },
  ],
  [
    'nothing',
    () => ({ contentType: 'multipart/form-data; boundary=b', body: Buffer.alloc(0) }),
    { status: 400, message: /./ },
  ],
  [
    'only the end',
    () => ({ contentType: 'multipart/form-data; boundary=b', body: encodeParts('b', []) }),
    { status: 400, message: /./ },
  ],
  ['an unknown expectation', form({ headers: { expect: 'a-miracle' } }), { status: 417, message: /Expect/ }],
  ['a compressed body', form({ headers: { 'content-encoding': 'gzip' } }), front],
]
