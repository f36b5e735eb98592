import {
  encodeForm,
  encodeParts,
  type FormCase,
  fieldParts,
  filePart,
  type Options,
  type Part,
  plainHead,
  pngPart,
} from './form-encoding.ts'

const front = { fileNames: ['front.png'] }
const unnamed = { fileNames: ['files'] }
const png = 'Content-Type: image/png'
const bytes = 'Content-Type: application/octet-stream'

/** Forms of one client, which has a boundary of its own and writes fields in its own way. */
function formsOf(boundary: string, own: Options = {}) {
  return (parts: (photo: Buffer) => readonly Part[], options: Options = {}) =>
    (photo: Buffer) =>
      encodeForm(boundary, parts(photo), { ...own, ...options })
}

const curl = formsOf('------------------------f12234e4c598b296')
const requests = formsOf('1ee395b4dfa123155aef84157e475fc1')
const go = formsOf('a5c1d1f3b7d9e2c4a6b8d0f2e4c6a8b0d2f4e6c8a0b2d4f6e8c0a2b4d6f8')
const guzzle = formsOf('9051d62544ccab3e8b2a6f2bb1a8a5d0d3d5f7c1', {
  headOf: (name, value) => `${plainHead(name)}\nContent-Length: ${Buffer.byteLength(value)}`,
})
const dotNetBoundary = '3fbd64cb-ebb1-4a6e-8c8a-3c9f0d5b1d6e'
const dotNet = formsOf(dotNetBoundary, {
  contentType: `multipart/form-data; boundary="${dotNetBoundary}"`,
  headOf: (name) => `Content-Type: text/plain; charset=utf-8\nContent-Disposition: form-data; name=${name}`,
})
const formData = formsOf('--------------------------ca6246e46d4360e4f07a1cdc')
const undici = formsOf('----formdata-undici-069205228157')
const alamofire = formsOf('alamofire.boundary.9c1f2a4b6d8e0f13')
const appleBoundary = 'Boundary-7F1B6C0D-7A0E-4E4B-9B59-6A0F8B1B2C3D'
const urlSession = formsOf(appleBoundary)
const okHttp = formsOf('d6a1c1f0-5b1e-4c52-9c54-1d9e6f5d0b7a', {
  headOf: (name, value) => `${plainHead(name)}\nContent-Length: ${Buffer.byteLength(value)}`,
})
const retrofit = formsOf('d6a1c1f0-5b1e-4c52-9c54-1d9e6f5d0b7a', {
  headOf: (name) => `${plainHead(name)}\nContent-Transfer-Encoding: binary\nContent-Type: application/json`,
  bodyOf: (value) => JSON.stringify(value),
})
const apache = formsOf('Wt2m0vVIGjyQnDJ4Y7DFTJmH0y8i1kXzkq3Lw', {
  headOf: (name) => `${plainHead(name)}\nContent-Type: text/plain; charset=ISO-8859-1\nContent-Transfer-Encoding: 8bit`,
  bodyOf: (value) => Buffer.from(value, 'latin1'),
})
const dart = formsOf('dart-http-boundary-+Qk1._6YpZ0hX8b3mW5nT', {
  headOf: (name) =>
    `content-disposition: form-data; name="${name}"\ncontent-type: text/plain; charset=utf-8\ncontent-transfer-encoding: binary`,
})
const webKit = formsOf('----WebKitFormBoundaryE19zNvXGzXaLvS5C')
const gecko = formsOf('----geckoformboundary5f0d3c1b9a8e7d6c')

/** Forms as clients in wide use write them. */
export const clientForms: readonly FormCase[] = [
  ['curl', curl((photo) => [pngPart(photo)]), front],
  ['curl that asks first', curl((photo) => [pngPart(photo)], { headers: { expect: '100-continue' } }), front],
  [
    'curl from a pipe',
    curl((photo) => [filePart('name="files"; filename="-"', photo, png)], { chunkBytes: 300 }),
    { fileNames: ['-'] },
  ],
  ['curl, -F "files=<front.png;type=..."', curl((photo) => [filePart('name="files"', photo, bytes)]), unnamed],
  ['curl, -F "files=<front.png"', curl((photo) => [filePart('name="files"', photo)]), unnamed],
  ['curl, ;filename=', curl((photo) => [filePart('name="files"; filename=""', photo, png)]), unnamed],
  [
    'curl, escaped quotes',
    curl((photo) => [filePart('name="files"; filename="my \\"front\\".png"', photo, png)]),
    { fileNames: ['my "front".png'] },
  ],
  [
    'curl, two files in one part',
    curl((photo) => [
      {
        head: `${plainHead('files')}\nContent-Type: multipart/mixed; boundary=inner`,
        body: encodeParts('inner', [
          { head: `Content-Disposition: attachment; filename="front.png"\n${png}`, body: photo },
        ]),
      },
    ]),
    { status: 415, message: /^files is not a supported file type/ },
  ],
  [
    'curl, ;encoder=base64',
    curl((photo) => [pngPart(photo.toString('base64'), `${png}\nContent-Transfer-Encoding: base64`)]),
    { status: 400, message: /without a Content-Transfer-Encoding/ },
  ],
  ['requests', requests((photo) => [pngPart(photo)]), front],
  ['requests, (None, bytes, type)', requests((photo) => [filePart('name="files"', photo, bytes)]), unnamed],
  [
    'requests, bytes without a type',
    requests((photo) => [filePart('name="photo"; filename="photo"', photo)]),
    { fileNames: ['photo'] },
  ],
  [
    'requests, an accented name',
    requests((photo) => [filePart('name="files"; filename="café %22x%22.png"', photo)]),
    { fileNames: ['café %22x%22.png'] },
  ],
  [
    'requests before urllib3 2, an accented name',
    requests((photo) => [filePart(`name="files"; filename*=utf-8''caf%C3%A9.png`, photo)]),
    { fileNames: ['café.png'] },
  ],
  ['Go', go((photo) => [pngPart(photo, bytes)]), front],
  ['Go through a pipe', go((photo) => [pngPart(photo, bytes)], { chunkBytes: 512 }), front],
  ['Go, CreatePart without a file name', go((photo) => [filePart('name="files"', photo, png)]), unnamed],
  ['Guzzle', guzzle((photo) => [pngPart(photo, `Content-Length: ${photo.length}\n${png}`)]), front],
  [
    'Guzzle, contents without a file name',
    guzzle((photo) => [filePart('name="files"', photo, `Content-Length: ${photo.length}`)]),
    unnamed,
  ],
  ['PHP, a list', guzzle((photo) => [filePart('name="files[]"; filename="front.png"', photo, png)]), front],
  [
    'PHP, a list without file names',
    guzzle((photo) => [filePart('name="files[0]"', photo)]),
    { fileNames: ['files[0]'] },
  ],
  ['.NET', dotNet((photo) => [filePart("name=files; filename=front.png; filename*=utf-8''front.png", photo)]), front],
  [
    '.NET, an accented name',
    dotNet((photo) => [
      filePart(`name=files; filename="=?utf-8?B?Y2Fmw6kucG5n?="; filename*=utf-8''caf%C3%A9.png`, photo),
    ]),
    { fileNames: ['café.png'] },
  ],
  ['.NET, ByteArrayContent', dotNet((photo) => [filePart('name=files', photo)]), unnamed],
  [
    '.NET Framework, a stream',
    dotNet((photo) => [filePart('name=files; filename=front.png', photo)], {
      chunkBytes: 1_024,
      headers: { expect: '100-continue' },
    }),
    front,
  ],
  ['form-data', formData((photo) => [pngPart(photo)]), front],
  ['form-data, a buffer', formData((photo) => [filePart('name="files"', photo, bytes)]), unnamed],
  ['form-data, a stream', formData((photo) => [pngPart(photo)], { chunkBytes: 700 }), front],
  [
    'undici, a blob',
    undici((photo) => [filePart('name="files"; filename="blob"', photo, bytes)]),
    { fileNames: ['blob'] },
  ],
  ['URLSession', urlSession((photo) => [pngPart(photo)]), front],
  ['URLSession, a body stream', urlSession((photo) => [pngPart(photo)], { chunkBytes: 256 }), front],
  [
    'URLSession, hand-written without a file name',
    urlSession((photo) => [filePart('name="files"', photo, png)]),
    unnamed,
  ],
  [
    'URLSession, hand-written without the last line break',
    urlSession((photo) => [pngPart(photo)], { epilogue: '' }),
    front,
  ],
  [
    'URLSession, hand-written with LF',
    urlSession((photo) => [pngPart(photo)], { eol: '\n' }),
    { status: 400, message: /can't read/ },
  ],
  ['Alamofire', alamofire((photo) => [pngPart(photo)]), front],
  ['Alamofire, append(data, withName:)', alamofire((photo) => [filePart('name="files"', photo)]), unnamed],
  [
    'Alamofire, append(data, withName:, mimeType:)',
    alamofire((photo) => [filePart('name="files"', photo, png)]),
    unnamed,
  ],
  ['OkHttp', okHttp((photo) => [pngPart(photo, `${png}\nContent-Length: ${photo.length}`)]), front],
  ['OkHttp, addPart without a file name', okHttp((photo) => [filePart('name="files"', photo, png)]), unnamed],
  ['Retrofit with JSON fields', retrofit((photo) => [pngPart(photo)]), front],
  [
    'Retrofit with an object as a field',
    retrofit((photo) => [
      filePart('name="phone"', '{"country":"US"}', 'Content-Type: application/json'),
      pngPart(photo),
    ]),
    { status: 400, message: /^Send each field of the form as text\.$/ },
  ],
  [
    'Apache HttpClient, Latin-1',
    apache((photo) => [pngPart(photo, `${bytes}\nContent-Transfer-Encoding: binary`)]),
    front,
  ],
  [
    'Dart',
    dart((photo) => [
      {
        head: `content-type: image/png\ncontent-disposition: form-data; name="files"; filename="front.png"`,
        body: photo,
      },
    ]),
    front,
  ],
  ['Chrome', webKit((photo) => [pngPart(photo)]), front],
  [
    'Chrome, an input without a file',
    webKit((photo) => [pngPart(photo), filePart('name="back"; filename=""', '', bytes)]),
    front,
  ],
  [
    'Chrome, only inputs without a file',
    webKit(() => [filePart('name="files"; filename=""', '', bytes)]),
    { status: 400, message: /^At least one file must be uploaded$/ },
  ],
  ['Chrome, FormData.append with no file', webKit((photo) => [filePart('name="files"', ''), pngPart(photo)]), front],
  [
    'Chrome, FormData.append with a FileList',
    webKit(() => [filePart('name="files"', '[object FileList]')]),
    { status: 415, message: /^files is not a supported file type/ },
  ],
  [
    'Firefox, files before fields',
    (photo) => {
      const boundary = '----geckoformboundary5f0d3c1b9a8e7d6c'
      const form = encodeForm(boundary, [])
      return { ...form, body: encodeParts(boundary, [pngPart(photo), ...fieldParts()]) }
    },
    front,
  ],
  [
    'Firefox, optional fields left empty',
    gecko((photo) => [pngPart(photo)], { fields: { expiringDate: '', phone: '', paymentType: '', quoteId: '' } }),
    front,
  ],
  [
    'Internet Explorer',
    webKit((photo) => [
      filePart('name="files"; filename="C:\\Users\\Dana\\front.png"', photo, 'Content-Type: image/x-png'),
    ]),
    front,
  ],
]
