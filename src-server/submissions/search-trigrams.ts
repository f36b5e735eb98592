/** Up to so many characters a text is looked up as it is: four triples. */
const LOOKED_UP_WHOLE = 6
const TRIPLES_LOOKED_UP = 3

/**
 * What of a search to look up in the index of triples of characters. A long text is mostly triples that half of all
 * rows have, and looking up all of them is slow; the three that are rarest in `sample` find nearly the same.
 * `isWhole` says that what is found needs no second look.
 */
export function indexedPart(search: string, sample: readonly string[]): { texts: string[]; isWhole: boolean } {
  const characters = [...search]
  // The second look knows the cases of ASCII only.
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
