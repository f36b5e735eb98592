/** By nearest rank: of n ascending values, value number ceil(percent / 100 * n), counted from 1. */
export function percentile(ascending: readonly number[], percent: number): number | undefined {
  // Whole numbers: 0.9 * 20 is above 18 in floating point for some lengths.
  return ascending[Math.ceil((percent * ascending.length) / 100) - 1]
}
