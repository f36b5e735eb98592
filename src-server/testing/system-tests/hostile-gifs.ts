import { aGif } from '../test-support/pictures.ts'
import { anArchive, type HostileFile, PAYLOAD } from './hostile-file.ts'

const gif = aGif()
/** Offsets of the ends of the GIF's header and colour table. */
const HEAD_BYTES = 19

/** The GIF with a canvas of this size. */
function canvas(width: number, height: number): Buffer {
  const bytes = Buffer.from(gif)
  bytes.writeUInt16LE(width, 6)
  bytes.writeUInt16LE(height, 8)
  return bytes
}

/** The GIF with its frame at this position, of this size. */
function frame(x: number, y: number, width: number, height: number): Buffer {
  const bytes = canvas(Math.min(width, 5_000), Math.min(height, 5_000))
  for (const [at, value] of [x, y, width, height].entries()) bytes.writeUInt16LE(value, HEAD_BYTES + 1 + 2 * at)
  return bytes
}

const with_ = (...more: Buffer[]) => Buffer.concat([gif.subarray(0, HEAD_BYTES), ...more, gif.subarray(HEAD_BYTES)])
const extension = (label: number, text: string) =>
  Buffer.concat([Buffer.from([0x21, label, text.length]), Buffer.from(text), Buffer.from([0])])

export const hostileGifs: readonly HostileFile[] = [
  { name: 'GIF of 10,000 frames', bytes: () => aGif(10_000) },
  { name: 'GIF of 51 frames', bytes: () => aGif(51) },
  { name: 'GIF of 4,294 megapixels', bytes: () => canvas(65_535, 65_535) },
  { name: 'GIF of 36 megapixels with the bytes of one', bytes: () => canvas(6_000, 6_000) },
  { name: 'GIF with a frame of 25 megapixels with the bytes of one', bytes: () => frame(0, 0, 5_000, 5_000) },
  { name: 'GIF with a frame far outside', bytes: () => frame(65_000, 65_000, 500, 500) },
  { name: 'GIF of no width', bytes: () => canvas(0, 10) },
  { name: 'GIF with a frame of no height', bytes: () => frame(0, 0, 1, 0) },
  { name: 'GIF without a frame', bytes: () => Buffer.concat([gif.subarray(0, HEAD_BYTES), Buffer.from([0x3b])]) },
  { name: 'GIF that is a script', bytes: () => Buffer.from(`GIF89a/*${' '.repeat(60)}*/=1;alert(1)//${PAYLOAD}`) },
  { name: 'GIF with a script in its comment', bytes: () => with_(extension(0xfe, PAYLOAD)) },
  { name: 'GIF with a script for a program', bytes: () => with_(extension(0xff, `XMP DataXMP${PAYLOAD}`)) },
  { name: 'GIF with an archive behind its end', bytes: () => Buffer.concat([gif, anArchive()]) },
  { name: 'GIF with a page behind its end', bytes: () => Buffer.concat([gif, Buffer.from(`<html>${PAYLOAD}`)]) },
  { name: 'GIF cut in its frame', bytes: () => gif.subarray(0, -4) },
  { name: 'GIF of noise', bytes: () => Buffer.concat([gif.subarray(0, HEAD_BYTES), Buffer.alloc(9_000, PAYLOAD)]) },
]
