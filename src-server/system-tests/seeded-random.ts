export type Random = {
  /** From 0 up to, and without, 1. */
  fraction(): number
  /** A whole number from 0 up to, and without, `limit`. */
  below(limit: number): number
  oneOf<Item>(items: readonly Item[]): Item
  bytes(length: number): Buffer
}

/** The same numbers for the same seed, so that a failure can be seen again. Source: mulberry32, Tommy Ettinger. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  const below = (limit: number) => (limit <= 0 ? 0 : next() % limit)
  return {
    fraction: () => next() / 2 ** 32,
    below,
    oneOf: (items) => {
      const item = items[below(items.length)]
      if (item === undefined) throw new Error('There is nothing to choose from.')
      return item
    },
    bytes: (length) => Buffer.from(Array.from({ length }, () => below(256))),
  }
}
