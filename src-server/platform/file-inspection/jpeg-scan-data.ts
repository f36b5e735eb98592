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

/**
 * Copies the codes of a scan from `from` to its next marker or `to` into `target`, without the zeros that encoders
 * insert after 0xff. Returns the number of bytes copied and the position of the marker.
 */
export function copyCodes(
  bytes: Buffer,
  { from, to }: { from: number; to: number },
  target: Buffer,
): { length: number; end: number } {
  let [at, length] = [from, 0]
  for (;;) {
    const mark = Math.min(nextMark(bytes, at), to)
    const isCode = mark < to && bytes[mark + 1] === 0
    const end = isCode ? mark + 1 : mark
    if (end - at <= NEAR_BYTES) while (at < end) target[length++] = bytes[at++] as number
    else length += bytes.copy(target, length, at, end)
    if (!isCode) return { length, end }
    at = mark + 2
  }
}
