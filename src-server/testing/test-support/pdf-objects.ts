import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'

/** An object of a PDF with a stream of these data; `dictionary` is its dictionary except the length. */
export function aStream(data: string | Buffer, dictionary = ''): Buffer {
  const bytes = typeof data === 'string' ? Buffer.from(data, 'latin1') : data
  return Buffer.concat([
    Buffer.from(`4 0 obj\n<< ${dictionary} /Length ${bytes.length} >>\nstream\n`, 'latin1'),
    bytes,
    Buffer.from('\nendstream\nendobj\n'),
  ])
}

/** An object stream with these objects behind a header of 4 bytes, compressed. */
export function packed(
  objects: string | Buffer,
  dictionary = '/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode',
): Buffer {
  return aStream(deflateSync(objects), dictionary)
}

const passwordPad = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex')

/** The encryption and the ID of a trailer: every reader opens the file, and its owner's password changes it. */
export function ownersEncryption(): string {
  const [owner, id, permissions] = [Buffer.alloc(32, 7), Buffer.alloc(16, 9), -44]
  const rights = Buffer.alloc(4)
  rights.writeInt32LE(permissions)
  const key = createHash('md5')
    .update(Buffer.concat([passwordPad, owner, rights, id]))
    .digest()
    .subarray(0, 5)
  const [o, u, i] = [owner, rc4(key, passwordPad), id].map((bytes) => `<${bytes.toString('hex')}>`)
  return `/Encrypt << /Filter /Standard /V 1 /R 2 /O ${o} /U ${u} /P ${permissions} >> /ID [${i} ${i}]`
}

/** The cipher of old PDFs, which OpenSSL has no more. */
function rc4(key: Buffer, data: Buffer): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, at) => at)
  const swap = (one: number, other: number) => {
    const [a = 0, b = 0] = [state[one], state[other]]
    state[one] = b
    state[other] = a
    return state[(a + b) & 255] ?? 0
  }
  for (let [at, other] = [0, 0]; at < 256; at++) {
    other = (other + (state[at] ?? 0) + (key[at % key.length] ?? 0)) & 255
    swap(at, other)
  }
  let other = 0
  return Buffer.from(
    data.map((byte, index) => {
      const at = (index + 1) & 255
      other = (other + (state[at] ?? 0)) & 255
      return byte ^ swap(at, other)
    }),
  )
}

/** A PDF of this number of pages, each with its number as its text; `content` is drawn on each of them as well. */
export function aPdfOfPages(count: number, content = ''): Buffer {
  const pages = Array.from({ length: count }, (_, at) => {
    const text = `BT /F1 96 Tf 40 80 Td (${at + 1}) Tj ET ${content}`
    const [page, stream] = [4 + 2 * at, 5 + 2 * at]
    return (
      `${page} 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents ${stream} 0 R ` +
      '/Resources << /Font << /F1 3 0 R >> >> >>\nendobj\n' +
      `${stream} 0 obj\n<< /Length ${text.length} >>\nstream\n${text}\nendstream\nendobj\n`
    )
  })
  return Buffer.from(
    '%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n' +
      `2 0 obj\n<< /Type /Pages /Count ${count} /Kids [${pages.map((_, at) => `${4 + 2 * at} 0 R`).join(' ')}] >>\nendobj\n` +
      '3 0 obj\n<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>\nendobj\n' +
      `${pages.join('')}trailer\n<< /Size ${4 + 2 * count} /Root 1 0 R >>\nstartxref\n0\n%%EOF\n`,
    'latin1',
  )
}
