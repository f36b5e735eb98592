/** Of how long cases took: by nearest rank, of n times number ceil(percent / 100 * n) counted from 1; 0 without any. */
export function percentilesOf(cases: readonly { took: number }[]): (percent: number) => number {
  const ascending = cases.map(({ took }) => Math.max(took, 0)).sort((one, other) => one - other)
  // Whole numbers: 0.9 * 20 is above 18 in floating point for some lengths.
  return (percent) => ascending[Math.ceil((percent * ascending.length) / 100) - 1] ?? 0
}
