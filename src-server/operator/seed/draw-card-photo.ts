import { crc32, deflateSync } from 'node:zlib'

const WIDTH = 640
const HEIGHT = 404

/** Generates a PNG of a plain card in this color ('#rrggbb'); the back has a magnetic stripe. */
export function drawCardPhoto(colour: string, isBack: boolean): Buffer {
  const rgb = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
  const shaded = (shade: number) => rgb.map((value) => Math.round(value * shade))
  // The shade depends on the sum of x and y, so each row is the one above, moved by a pixel.
  const diagonal = WIDTH + HEIGHT
  const gradient = Buffer.from(Array.from({ length: diagonal }, (_, at) => shaded(1 - (0.25 * at) / diagonal)).flat())
  const stripe = Buffer.alloc(WIDTH * 3, Buffer.from(shaded(0.15)))
  const rows = Buffer.alloc((WIDTH * 3 + 1) * HEIGHT)
  for (let y = 0; y < HEIGHT; y++) {
    const isStripe = isBack && y > 60 && y < 130
    const pixels = isStripe ? stripe : gradient.subarray(y * 3, (y + WIDTH) * 3)
    rows.set(pixels, y * (WIDTH * 3 + 1) + 1)
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(WIDTH, 0)
  header.writeUInt32BE(HEIGHT, 4)
  // 8 bits per channel, RGB, default compression and filter, not interlaced.
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    // In a fifth of the time of the default level.
    chunk('IDAT', deflateSync(rows, { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer) {
  const body = Buffer.concat([Buffer.from(type), data])
  const frame = Buffer.alloc(body.length + 8)
  frame.writeUInt32BE(data.length, 0)
  body.copy(frame, 4)
  frame.writeUInt32BE(crc32(body), body.length + 4)
  return frame
}
