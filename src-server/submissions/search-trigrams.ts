/** Four trigrams or fewer. */
const LOOKED_UP_WHOLE = 6
const TRIPLES_LOOKED_UP = 3

/** In lower case. */
export function countTrigrams(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const text of texts) for (const triple of trigramsOf(text)) counts.set(triple, (counts.get(triple) ?? 0) + 1)
  return counts
}

/**
 * A long text has mostly common trigrams, which are slow; the three rarest of a sample find nearly the same rows.
 * `isWhole`: the index alone is exact, and rows need not be compared.
 */
export function indexedPart(
  search: string,
  counts: ReadonlyMap<string, number>,
): { texts: readonly string[]; isWhole: boolean } {
  // Rows are compared with folded case for ASCII only.
  if ([...search].length <= LOOKED_UP_WHOLE || /[^ -~]/.test(search)) return { texts: [search], isWhole: true }
  const countOf = (triple: string) => counts.get(triple) ?? 0
  const rarest = [...trigramsOf(search)].sort((one, other) => countOf(one) - countOf(other))
  return { texts: rarest.slice(0, TRIPLES_LOOKED_UP), isWhole: false }
}

function trigramsOf(text: string): ReadonlySet<string> {
  const lower = text.toLowerCase()
  return new Set(Array.from({ length: Math.max(0, lower.length - 2) }, (_, at) => lower.slice(at, at + 3)))
}
