/** Maximum share of differing characters for a name to count as misspelled. */
const ALIKE = 1 / 3

/** Unknown names in `given` that resemble a known one, each with the nearest. Other names belong to other programs. */
export function misspeltNames(given: readonly string[], known: readonly string[]): { name: string; nearest: string }[] {
  return given.flatMap((name) => {
    if (known.includes(name)) return []
    const [nearest] = known
      .map((other) => ({ other, part: distance(name.toUpperCase(), other) / Math.max(name.length, other.length) }))
      .filter(({ part }) => part <= ALIKE)
      .sort((one, two) => one.part - two.part)
    return nearest ? [{ name, nearest: nearest.other }] : []
  })
}

/** The Levenshtein distance. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1]
    for (const [column, opposite] of [...other].entries())
      next.push(
        Math.min(
          (next[column] ?? 0) + 1,
          (row[column + 1] ?? 0) + 1,
          (row[column] ?? 0) + (letter === opposite ? 0 : 1),
        ),
      )
    row = next
  }
  return row.at(-1) ?? 0
}
