import { crc32 } from 'node:zlib'
import { drawCardPhoto } from '../../operator/seed/draw-card-photo.ts'
import { aGif, aJpeg } from '../test-support/pictures.ts'

/** A kind of file that is costly to inspect, in any size in bytes. */
type GrowingFile = { name: string; bytes: (size: number) => Buffer }

const png = drawCardPhoto('#0d573c', false)
const jpeg = await aJpeg()
const gif = aGif()
const scan = jpeg.indexOf(Buffer.from([0xff, 0xda]))
/** Offsets behind the header of each. */
const [PNG_HEAD, JPEG_HEAD, JPEG_SCAN, GIF_HEAD] = [33, 2, scan + 2 + jpeg.readUInt16BE(scan + 2), 19]

/** The file enlarged to `size` by copies of `piece` at `at`. */
function grown(file: Buffer, at: number, piece: Buffer, size: number): Buffer {
  const count = Math.max(0, Math.floor((size - file.length) / piece.length))
  return Buffer.concat([file.subarray(0, at), Buffer.alloc(count * piece.length, piece), file.subarray(at)])
}

function chunk(type: string): Buffer {
  const bytes = Buffer.concat([Buffer.alloc(4), Buffer.from(type), Buffer.alloc(4)])
  bytes.writeUInt32BE(crc32(type), 8)
  return bytes
}

const pdf = (name: string, piece: string): GrowingFile => ({
  name: `PDF of ${name}`,
  bytes: (size) => grown(Buffer.from('%PDF-1.7\n'), 9, Buffer.from(piece, 'latin1'), size),
})
const picture = (name: string, file: Buffer, at: number, piece: Buffer): GrowingFile => ({
  name,
  bytes: (size) => grown(file, at, piece, size),
})

/** Nested object streams with empty deflate blocks: each would be read to the end of the file. */
function nestedPacked(size: number): Buffer {
  const head = '%PDF-1.7\n'
  const outer = Buffer.from('1 0 obj\n<</Type/ObjStm/Filter/FlateDecode>>\nstream\n\x78\x01', 'latin1')
  const streams = Buffer.concat(
    Array.from({ length: 1_500 }, () => {
      const stored = Buffer.from([0, 0, 0, 0, 0])
      stored.writeUInt16LE(outer.length, 1)
      stored.writeUInt16LE(outer.length ^ 0xffff, 3)
      return Buffer.concat([stored, outer])
    }),
  )
  const file = Buffer.concat([Buffer.from(head), outer, streams, Buffer.from('endstream')])
  return grown(file, file.length - 9, Buffer.from([0, 0, 0, 0xff, 0xff]), size)
}

export const growingFiles: readonly GrowingFile[] = [
  pdf('streams that never end', 'stream '),
  pdf('streams behind new lines', `${'\n'.repeat(8_000)}stream x endstream`),
  pdf('packed objects', '1 0 obj\n<</First 1/N 1/Type/ObjStm>>\nstream\n'),
  { name: 'PDF of objects packed into each other', bytes: nestedPacked },
  pdf('nested names', '<</A'),
  pdf('escaped names', '/#41#41#41#41#41#41#41#41#41#41#41#41 '),
  pdf('slashes', '/'),
  pdf('parentheses', '('),
  pdf('objects and tables', '1 0 obj\nendobj\nxref\n0 1\ntrailer\n'),
  picture('PNG of empty pixels', png, PNG_HEAD, chunk('IDAT')),
  picture('PNG of empty texts', png, PNG_HEAD, chunk('tEXt')),
  picture('JPEG of empty tables', jpeg, JPEG_HEAD, Buffer.from([0xff, 0xc4, 0, 2])),
  picture('JPEG of fill bytes', jpeg, JPEG_HEAD, Buffer.from([0xff])),
  picture('JPEG of restarts', jpeg, JPEG_SCAN, Buffer.from([0xff, 0xd0])),
  picture('JPEG of escaped bytes', jpeg, JPEG_SCAN, Buffer.from([0xff, 0])),
  picture('GIF of extensions', gif, GIF_HEAD, Buffer.from([0x21, 0xfe, 0])),
  {
    name: 'GIF of tiny pieces',
    bytes: (size) =>
      grown(
        Buffer.concat([gif.subarray(0, GIF_HEAD), Buffer.from([0x21, 0xfe, 0]), gif.subarray(GIF_HEAD)]),
        GIF_HEAD + 2,
        Buffer.from([1, 1]),
        size,
      ),
  },
]
