import { BOX_SCALE, type Box } from '#shared/redaction.ts'

/** JPEG encodes blocks of this size; a box that ends inside of one would have grey edges. */
const BLOCK = 8

/** Pixels of a picture, row by row. */
type Pixels = { data: Uint8Array; width: number; height: number; channels: number }

/** Paints these boxes black. Each is enlarged to whole blocks, so that no trace of its edge is encoded in it. */
export function paintBoxes({ data, width, height, channels }: Pixels, boxes: readonly Box[]): void {
  for (const { x, y, w, h } of boxes) {
    const [left, right] = pixelsOf(x, x + w, width)
    const [top, bottom] = pixelsOf(y, y + h, height)
    for (let row = top; row < bottom; row++)
      data.fill(0, (row * width + left) * channels, (row * width + right) * channels)
  }
}

function pixelsOf(from: number, to: number, size: number): [first: number, end: number] {
  const first = Math.floor((from * size) / BOX_SCALE / BLOCK) * BLOCK
  const end = Math.ceil((to * size) / BOX_SCALE / BLOCK) * BLOCK
  return [first, Math.min(end, size)]
}
