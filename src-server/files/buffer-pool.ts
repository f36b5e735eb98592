/** Buffers of one size that are used again: V8 collects garbage more often when every file allocates its own. */
type BufferPool = {
  /** The bytes of a former user may be in it. */
  take(): Buffer
  /** Nothing may read or write the buffer any more. A buffer that is not given back is garbage. */
  give(buffer: Buffer): void
}

export function createBufferPool(bytes: number, maxKept: number): BufferPool {
  const unused: Buffer[] = []
  return {
    take: () => unused.pop() ?? Buffer.allocUnsafeSlow(bytes),
    give: (buffer) => {
      if (unused.length < maxKept) unused.push(buffer)
    },
  }
}
