import { SNIFF_BYTES } from '#shared/upload.ts'

/** The first `length` bytes, and what `check` found in them. `rest` yields what follows; undefined if nothing. */
type FileStart<Found> = { found: Found; length: number; rest: AsyncIterable<Uint8Array> | undefined }

/** Reads into the first `max` bytes of `buffer`; calls `check` once, with `SNIFF_BYTES` or all of a shorter file. */
export async function readStart<Found>(
  source: AsyncIterator<Uint8Array>,
  buffer: Buffer,
  max: number,
  check: (head: Buffer) => Found,
): Promise<FileStart<Found>> {
  let length = 0
  let checked: { found: Found } | undefined
  for (;;) {
    const { done, value } = await source.next()
    const part = done ? undefined : value.subarray(0, max - length)
    if (part) buffer.set(part, length)
    length += part?.length ?? 0
    if (done || length >= SNIFF_BYTES) checked ??= { found: check(buffer.subarray(0, length)) }
    if (!checked) continue
    const rest =
      !done && part && part.length < value.length ? following(value.subarray(part.length), source) : undefined
    if (done || rest) return { found: checked.found, length, rest }
  }
}

async function* following(first: Uint8Array, source: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first
  for (;;) {
    const { done, value } = await source.next()
    if (done) return
    yield value
  }
}
