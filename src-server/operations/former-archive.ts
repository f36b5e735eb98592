import { ByteReader } from '../encryption/encrypt-file.ts'
import type { ArchiveEntry } from './archive-tar.ts'

const MAX_NAME_BYTES = 1_000
const PIECE_BYTES = 64 * 1024

/**
 * Yields the entries of a decrypted backup of format 1: for each entry the length of its JSON (4 bytes), its name and
 * size, its bytes; a length of 0 ends the stream. Read each entry before requesting the next.
 * @throws when bytes are missing or left over
 */
export async function* unpackFormerEntries(plain: AsyncIterable<Uint8Array>): AsyncGenerator<ArchiveEntry> {
  const reader = new ByteReader(plain)
  try {
    for (;;) {
      const length = (await reader.exactly(4)).readUInt32BE()
      if (length === 0) break
      if (length > MAX_NAME_BYTES) throw new Error('An entry has no name.')
      const { name, size }: Omit<ArchiveEntry, 'bytes'> = JSON.parse((await reader.exactly(length)).toString())
      yield { name, size, bytes: piecesOf(reader, size) }
    }
    if ((await reader.atMost(1, 0)).length > 0) throw new Error('There are bytes after the end.')
  } finally {
    await reader.close()
  }
}

async function* piecesOf(reader: ByteReader, size: number): AsyncGenerator<Uint8Array> {
  for (let left = size; left > 0; ) {
    const piece = await reader.exactly(Math.min(left, PIECE_BYTES))
    left -= piece.length
    yield piece
  }
}
