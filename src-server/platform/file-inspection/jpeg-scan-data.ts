/** Bytes checked in a loop before calling the native search, which has a fixed cost per call. */
const NEAR_BYTES = 16

/** Position of the next 0xff, or the end. */
export function nextMark(bytes: Buffer, from: number): number {
  const near = Math.min(from + NEAR_BYTES, bytes.length)
  for (let at = from; at < near; at++) if (bytes[at] === 0xff) return at
  const found = bytes.indexOf(0xff, near)
  return found < 0 ? bytes.length : found
}

/** Position of the next marker. Within a scan, 0xff before 0 or a restart marker is not one. */
export function endOfScan(bytes: Buffer, from: number): number {
  for (let at = nextMark(bytes, from); at < bytes.length; at = nextMark(bytes, at + 1)) {
    const next = bytes[at + 1] ?? 0
    if (next !== 0 && !(next >= 0xd0 && next <= 0xd7) && next !== 0xff) return at
  }
  return bytes.length
}
