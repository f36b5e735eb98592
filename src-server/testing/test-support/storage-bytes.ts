/** A source of bytes; an Error among the pieces is thrown there. */
export async function* of(...pieces: (string | Uint8Array | Error)[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) {
    if (piece instanceof Error) throw piece
    yield typeof piece === 'string' ? Buffer.from(piece) : piece
  }
}

export async function bytesOf(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of bytes) pieces.push(piece)
  return Buffer.concat(pieces)
}

export async function textOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  return (await bytesOf(bytes)).toString()
}
