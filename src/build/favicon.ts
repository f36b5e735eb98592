const SIZE = 48
const HEADER_BYTES = 22

/** An `.ico` file with one PNG picture, made of the icon `file`. Some browsers and robots request no other format. */
export async function drawFavicon(file: string): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  const picture = await sharp(file).resize(SIZE, SIZE).png({ palette: true, effort: 10 }).toBuffer()
  const header = Buffer.alloc(HEADER_BYTES)
  header.writeUInt16LE(1, 2) // an icon
  header.writeUInt16LE(1, 4) // one picture
  header.writeUInt8(SIZE, 6)
  header.writeUInt8(SIZE, 7)
  header.writeUInt16LE(1, 10) // colour planes
  header.writeUInt16LE(32, 12) // bits of a pixel
  header.writeUInt32LE(picture.length, 14)
  header.writeUInt32LE(HEADER_BYTES, 18)
  return Buffer.concat([header, picture])
}
