import { randomBytes as systemBytes } from 'node:crypto'

type ByteSource = (length: number) => Buffer

let source: ByteSource = systemBytes

/** Bytes of which ids and tokens are made. No one can predict them, unless a simulation has called `seedRandom`. */
export function randomBytes(length: number) {
  return source(length)
}

/** Makes all ids and tokens from these bytes until the returned function is called. Only simulations use it. */
export function seedRandom(seeded: ByteSource) {
  source = seeded
  return () => {
    source = systemBytes
  }
}
