import type { Hash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { extract, pack } from 'tar-stream'

export type ArchiveEntry = { name: string; size: number; bytes: AsyncIterable<Uint8Array> }

/** Packs entries as a tar. Streams, so that memory use is bounded. */
export async function* packTar(entries: AsyncIterable<ArchiveEntry>): AsyncGenerator<Uint8Array> {
  const tar = pack()
  const packAll = async () => {
    for await (const { name, size, bytes } of entries) await pipeline(bytes, tar.entry({ name, size, mode: 0o600 }))
    tar.finalize()
  }
  // The error reaches the reader of `tar`.
  const packing = packAll().catch((error: Error) => tar.destroy(error))
  yield* tar as AsyncIterable<Uint8Array>
  await packing
}

/** Yields the files of a tar in order. Read each before requesting the next. */
export async function* unpackTar(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<ArchiveEntry> {
  const tar = extract()
  // The error reaches the reader of `tar`, also within an entry.
  const reading = pipeline(bytes, tar)
  reading.catch((error: Error) => tar.destroy(error))
  for await (const entry of tar) {
    const { name, size, type } = entry.header
    if (type !== 'file') throw new Error(`${name} is not a file.`)
    yield { name, size, bytes: entry as AsyncIterable<Uint8Array> }
  }
  await reading
}

/** Yields these bytes, and adds them to the hash. */
export async function* hashed(bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, hash: Hash) {
  for await (const piece of bytes) {
    hash.update(piece)
    yield piece
  }
}
