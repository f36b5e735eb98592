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
