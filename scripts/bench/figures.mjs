// Arithmetic of measured values.

/** The value that `part` (0 to 1) of the values do not exceed. */
export function quantile(values, part) {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]
}

const KB_PER_MB = 1024

/** kB of each further socket, from the memory in MB with the fewest and with the most sockets open. */
export function kbPerSocket(measured) {
  const [fewest, most] = [measured[0], measured[measured.length - 1]]
  return ((most.mb - fewest.mb) * KB_PER_MB) / (most.sockets - fewest.sockets)
}

/** The positive integers of command-line arguments, or `usual` without any. @throws Error for anything else */
export function countsOf(given, usual) {
  if (given.length === 0) return usual
  const counts = given.map(Number)
  if (counts.every((count) => Number.isSafeInteger(count) && count > 0)) return counts
  throw new Error(`Not positive numbers: ${given.join(' ')}`)
}
