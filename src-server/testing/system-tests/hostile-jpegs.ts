import sharp from 'sharp'
import { drawCardPhoto } from '../../operator/seed/draw-card-photo.ts'
import { anArchive, type HostileFile, PAYLOAD } from './hostile-file.ts'

const card = await sharp(drawCardPhoto('#1c3f77', false)).jpeg().toBuffer()
const progressive = await sharp(drawCardPhoto('#1c3f77', false)).jpeg({ progressive: true }).toBuffer()
const [APP1, APP2, COM, DRI, SOF0, SOS] = [0xe1, 0xe2, 0xfe, 0xdd, 0xc0, 0xda]

function segment(marker: number, data: Buffer | string, length?: number): Buffer {
  const body = Buffer.from(data)
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(length ?? body.length + 2, 2)
  return Buffer.concat([head, body])
}

/** The card with these segments after its start marker. */
const with_ = (...more: Buffer[]) => Buffer.concat([card.subarray(0, 2), ...more, card.subarray(2)])
/** The offset of a marker in a JPEG. */
const at = (bytes: Buffer, marker: number) => bytes.indexOf(Buffer.from([0xff, marker]))

/** The card with a changed frame header. */
function framed(change: (frame: Buffer) => void): Buffer {
  const bytes = Buffer.from(card)
  change(bytes.subarray(at(bytes, SOF0)))
  return bytes
}

const sized = (width: number, height: number) =>
  framed((frame) => {
    frame.writeUInt16BE(height, 5)
    frame.writeUInt16BE(width, 7)
  })

/** One scan of a progressive JPEG, repeated; decoding each one covers the whole image. */
function scans(count: number, width: number, height: number): Buffer {
  const bytes = Buffer.from(progressive)
  const frame = at(bytes, 0xc2)
  bytes.writeUInt16BE(height, frame + 5)
  bytes.writeUInt16BE(width, frame + 7)
  const first = at(bytes, SOS)
  const next = bytes.indexOf(Buffer.from([0xff, 0xc4]), first)
  const scan = bytes.subarray(first, next)
  return Buffer.concat([
    bytes.subarray(0, first),
    ...Array.from({ length: count }, () => scan),
    Buffer.from([0xff, 0xd9]),
  ])
}

const half = card.subarray(0, card.length / 2)
const end = Buffer.from([0xff, 0xd9])
/** An Exif directory whose next directory is itself. */
const loop = Buffer.from('Exif\0\0MM\0*\0\0\0\x08\0\0\0\0\0\x08', 'latin1')
/** An Exif directory with an offset far beyond its end. */
const beyond = Buffer.from(
  'Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x0e\0\x02\x7f\xff\xff\xff\x7f\xff\xff\xf0\0\0\0\0',
  'latin1',
)
const profile = (part: number, parts: number, data: Buffer) =>
  segment(APP2, Buffer.concat([Buffer.from('ICC_PROFILE\0'), Buffer.from([part, parts]), data]))

async function located(): Promise<Buffer> {
  return sharp(card)
    .withExif({ IFD0: { Artist: PAYLOAD, ImageDescription: PAYLOAD }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .jpeg()
    .toBuffer()
}

export const hostileJpegs: readonly HostileFile[] = [
  { name: 'JPEG of 4,294 megapixels', bytes: () => sized(65_535, 65_535) },
  { name: 'JPEG of 49 megapixels with the bytes of a small one', bytes: () => sized(7_000, 7_000) },
  { name: 'JPEG of one column', bytes: () => sized(1, 65_535) },
  { name: 'JPEG of no width', bytes: () => sized(0, 100) },
  { name: 'JPEG of no height', bytes: () => sized(100, 0) },
  { name: 'JPEG of 1,000 passes over 49 megapixels', bytes: () => scans(1_000, 7_000, 7_000) },
  { name: 'JPEG of 50 passes over 49 megapixels', bytes: () => scans(50, 7_000, 7_000) },
  { name: 'JPEG cut in half', bytes: () => half },
  { name: 'JPEG cut in half and closed', bytes: () => Buffer.concat([half, end]) },
  { name: 'JPEG without an end', bytes: () => card.subarray(0, -2) },
  { name: 'page with the first bytes of a JPEG', bytes: () => Buffer.from(`\xff\xd8\xff<html>${PAYLOAD}`, 'latin1') },
  { name: 'JPEG with a page behind its end', bytes: () => Buffer.concat([card, Buffer.from(`<html>${PAYLOAD}`)]) },
  { name: 'JPEG with an archive behind its end', bytes: () => Buffer.concat([card, anArchive()]) },
  { name: 'JPEG with a script in its comment', bytes: () => with_(segment(COM, PAYLOAD)) },
  {
    name: 'JPEG that is a script as well',
    bytes: () => with_(segment(0xe0, `${'/*'.padEnd(0x2f2a - 40)}*/alert(1);${PAYLOAD}/*`)),
  },
  { name: 'JPEG with a script and a place in its Exif', bytes: located },
  {
    name: 'JPEG with a script in its XMP',
    bytes: () => with_(segment(APP1, `http://ns.adobe.com/xap/1.0/\0${PAYLOAD}`)),
  },
  { name: 'JPEG with an Exif that has no end', bytes: () => with_(segment(APP1, loop)) },
  { name: 'JPEG with an Exif that points beyond', bytes: () => with_(segment(APP1, beyond)) },
  {
    name: 'JPEG with a colour profile of 8 MB',
    bytes: () =>
      with_(...Array.from({ length: 125 }, (_, part) => profile(part + 1, 125, Buffer.alloc(65_000, PAYLOAD)))),
  },
  { name: 'JPEG with a colour profile that is none', bytes: () => with_(profile(1, 1, Buffer.alloc(4_000, 0xff))) },
  {
    name: 'JPEG with a thumbnail that is a page',
    bytes: () => with_(segment(APP1, `Exif\0\0II*\0\x08\0\0\0\0\0\0\0\0\0${PAYLOAD}`)),
  },
  { name: 'JPEG of arithmetic coding', bytes: () => framed((frame) => frame.writeUInt8(0xc9, 1)) },
  { name: 'JPEG without losses', bytes: () => framed((frame) => frame.writeUInt8(0xc3, 1)) },
  { name: 'JPEG of 12 bits', bytes: () => framed((frame) => frame.writeUInt8(12, 4)) },
  { name: 'JPEG of 200 components', bytes: () => framed((frame) => frame.writeUInt8(200, 9)) },
  { name: 'JPEG with two frames', bytes: () => with_(card.subarray(at(card, SOF0), at(card, SOF0) + 19)) },
  { name: 'JPEG that restarts at every block', bytes: () => with_(segment(DRI, Buffer.from([0, 1]))) },
  { name: 'JPEG with a segment of no length', bytes: () => with_(segment(COM, PAYLOAD, 0)) },
  { name: 'JPEG with a table of too many codes', bytes: () => with_(segment(0xc4, Buffer.alloc(300, 0xff))) },
  { name: 'JPEG behind 5 MB of filling', bytes: () => with_(Buffer.alloc(5_000_000, 0xff)) },
]
