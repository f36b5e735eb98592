import { crc32, deflateSync } from 'node:zlib'
import { drawCardPhoto } from '../../operator/seed/draw-card-photo.ts'
import { anArchive, type HostileFile, PAYLOAD } from './hostile-file.ts'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const card = drawCardPhoto('#0d573c', false)

function chunk(type: string, data: Buffer | string, length?: number): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), Buffer.from(data)])
  const frame = Buffer.alloc(body.length + 8)
  frame.writeUInt32BE(length ?? body.length - 4, 0)
  body.copy(frame, 4)
  frame.writeUInt32BE(crc32(body), body.length + 4)
  return frame
}

type Head = { width: number; height: number; depth?: number; colour?: number; interlace?: number }

function head({ width, height, depth = 8, colour = 2, interlace = 0 }: Head): Buffer {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  data.set([depth, colour, 0, 0, interlace], 8)
  return chunk('IHDR', data)
}

const end = chunk('IEND', '')
const png = (...chunks: Buffer[]) => Buffer.concat([signature, ...chunks])
/** This number of zero bytes, deflated; in chunks when they would not fit in memory. */
const zeros = (count: number) => deflateSync(Buffer.alloc(count), { level: 9 })
/** An image of a single colour, of this size and bit depth. */
const plain = (size: Head, bytesInRow: number) =>
  png(head(size), chunk('IDAT', zeros((bytesInRow + 1) * size.height)), end)
/** The card with these chunks after its header. */
const with_ = (...more: Buffer[]) => Buffer.concat([card.subarray(0, 33), ...more, card.subarray(33)])
const packedText = (prefix: string, bytes: number) => Buffer.concat([Buffer.from(prefix, 'latin1'), zeros(bytes)])
const MB = 1024 * 1024

/** Pixels that spell a payload, stored uncompressed. */
function spelled(): Buffer {
  const row = Buffer.alloc(300, PAYLOAD)
  const rows = Buffer.concat(Array.from({ length: 100 }, () => Buffer.concat([Buffer.from([0]), row])))
  return png(head({ width: 100, height: 100 }), chunk('IDAT', deflateSync(rows, { level: 0 })), end)
}

export const hostilePngs: readonly HostileFile[] = [
  { name: 'PNG of 2,500 megapixels', bytes: () => plain({ width: 50_000, height: 50_000, depth: 1, colour: 0 }, 100) },
  {
    name: 'PNG of 49 megapixels, 1 bit',
    bytes: () => plain({ width: 7_000, height: 7_000, depth: 1, colour: 0 }, 875),
  },
  { name: 'PNG of 49 megapixels, 24 bit', bytes: () => plain({ width: 7_000, height: 7_000 }, 21_000) },
  {
    name: 'PNG of 36 megapixels, 64 bit',
    bytes: () => plain({ width: 6_000, height: 6_000, depth: 16, colour: 6 }, 48_000),
  },
  {
    name: 'PNG of 49 megapixels, interlaced',
    bytes: () =>
      png(head({ width: 7_000, height: 7_000, colour: 6, interlace: 1 }), chunk('IDAT', zeros(10 * MB)), end),
  },
  {
    name: 'PNG of 36 megapixels, interlaced',
    bytes: () =>
      png(head({ width: 6_000, height: 6_000, colour: 6, interlace: 1 }), chunk('IDAT', zeros(145 * MB)), end),
  },
  { name: 'PNG of one row of 2 ** 31 pixels', bytes: () => plain({ width: 2 ** 31 - 1, height: 1 }, 100) },
  { name: 'PNG of no width', bytes: () => plain({ width: 0, height: 100 }, 300) },
  { name: 'PNG of no height', bytes: () => png(head({ width: 100, height: 0 }), chunk('IDAT', zeros(1)), end) },
  {
    name: 'PNG with 100 MB behind its pixels',
    bytes: () => png(head({ width: 10, height: 10 }), chunk('IDAT', zeros(100 * MB)), end),
  },
  { name: 'PNG with a text of 100 MB', bytes: () => with_(chunk('zTXt', packedText('Comment\0\0', 100 * MB))) },
  {
    name: 'PNG with an international text of 100 MB',
    bytes: () => with_(chunk('iTXt', packedText('Comment\0\x01\0\0\0', 100 * MB))),
  },
  { name: 'PNG with a colour profile of 100 MB', bytes: () => with_(chunk('iCCP', packedText('sRGB\0\0', 100 * MB))) },
  {
    name: 'PNG with 20,000 texts',
    bytes: () => with_(...Array.from({ length: 20_000 }, (_, at) => chunk('tEXt', `k${at}\0${PAYLOAD}`))),
  },
  {
    name: 'PNG with 100,000 empty pieces',
    bytes: () => with_(...Array.from({ length: 100_000 }, () => chunk('IDAT', ''))),
  },
  { name: 'PNG with a script in its text', bytes: () => with_(chunk('tEXt', `Title\0${PAYLOAD}`)) },
  { name: 'PNG with a script in its Exif', bytes: () => with_(chunk('eXIf', `MM\0*\0\0\0\x08${PAYLOAD}`)) },
  { name: 'PNG with XMP', bytes: () => with_(chunk('iTXt', `XML:com.adobe.xmp\0\0\0\0\0${PAYLOAD}`)) },
  { name: 'PNG with a script in its pixels', bytes: spelled },
  { name: 'PNG with a page behind its end', bytes: () => Buffer.concat([card, Buffer.from(`<html>${PAYLOAD}`)]) },
  { name: 'PNG with an archive behind its end', bytes: () => Buffer.concat([card, anArchive()]) },
  {
    name: 'PNG that moves in 10,000 frames',
    bytes: () =>
      with_(
        chunk('acTL', Buffer.from('0000271000000000', 'hex')),
        ...Array.from({ length: 10_000 }, () => chunk('fcTL', Buffer.alloc(26))),
      ),
  },
  { name: 'PNG cut in half', bytes: () => card.subarray(0, card.length / 2) },
  {
    name: 'PNG with half of its pixels',
    bytes: () => png(head({ width: 640, height: 404 }), chunk('IDAT', zeros(640 * 3 * 200)), end),
  },
  { name: 'PNG cut after its signature', bytes: () => signature },
  { name: 'PNG without pixels', bytes: () => png(head({ width: 10, height: 10 }), end) },
  { name: 'PNG without an end', bytes: () => card.subarray(0, -12) },
  {
    name: 'PNG with a piece of 4 GB',
    bytes: () => png(head({ width: 10, height: 10 }), chunk('IDAT', zeros(310), 0xffff_ffff), end),
  },
  { name: 'PNG of a colour that is none', bytes: () => plain({ width: 10, height: 10, colour: 5 }, 30) },
  { name: 'PNG with an unknown chunk', bytes: () => with_(chunk('EVIL', PAYLOAD)) },
  {
    name: 'PNG with a wrong checksum',
    bytes: () => Buffer.concat([card.subarray(0, 60), Buffer.from([0xff]), card.subarray(61)]),
  },
  {
    name: 'PNG of noise',
    bytes: () => png(head({ width: 100, height: 100 }), chunk('IDAT', Buffer.alloc(5_000, PAYLOAD)), end),
  },
  {
    name: 'SVG declared as PNG',
    bytes: () => Buffer.concat([signature, Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${PAYLOAD}</svg>`)]),
  },
]
