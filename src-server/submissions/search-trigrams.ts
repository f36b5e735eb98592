/** A text of up to this many characters (four trigrams) is looked up as a whole. */
const LOOKED_UP_WHOLE = 6
const TRIPLES_LOOKED_UP = 3

/**
 * Selects the parts of a search text to look up in the trigram index. A long text has mostly common trigrams, which are
 * slow; the three rarest in `sample` find nearly the same rows. `isWhole` is true when the index alone is exact and the
 * rows need not be compared.
 */
export function indexedPart(search: string, sample: readonly string[]): { texts: string[]; isWhole: boolean } {
  const characters = [...search]
  // The comparison of rows folds case for ASCII only.
  if (characters.length <= LOOKED_UP_WHOLE || /[^ -~]/.test(search)) return { texts: [search], isWhole: true }
  const triples = [
    ...new Set(
      characters.slice(2).map((_, at) =>
        characters
          .slice(at, at + 3)
          .join('')
          .toLowerCase(),
      ),
    ),
  ]
  const lines = sample.map((text) => text.toLowerCase())
  const rarity = triples.map((triple) => ({ triple, count: lines.filter((line) => line.includes(triple)).length }))
  const rarest = rarity.sort((one, other) => one.count - other.count).slice(0, TRIPLES_LOOKED_UP)
  return { texts: rarest.map(({ triple }) => triple), isWhole: false }
}
