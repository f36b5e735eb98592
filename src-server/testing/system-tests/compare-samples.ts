/** The median. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2
}

/**
 * The probability that two samples of one distribution differ at least this much (Mann-Whitney U, two-sided, normal
 * approximation; for about 20 values or more on each side).
 */
export function mannWhitneyP(one: readonly number[], other: readonly number[]): number {
  let u = 0
  for (const a of one) for (const b of other) u += a > b ? 1 : a === b ? 0.5 : 0
  const product = one.length * other.length
  const z = Math.abs(u - product / 2) / Math.sqrt((product * (one.length + other.length + 1)) / 12)
  return 2 * (1 - normal(z))
}

/** The share of a standard normal distribution below `z` (Abramowitz and Stegun 26.2.17, to 7.5e-8). */
function normal(z: number): number {
  const t = 1 / (1 + 0.2316419 * z)
  const tail = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429].reduce(
    (sum, factor, at) => sum + factor * t ** (at + 1),
    0,
  )
  return 1 - tail * (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI))
}
