export type Random = {
  /** A number from 0 up to, but excluding, 1. */
  fraction(): number
  /** An integer from 0 up to, but excluding, `limit`. */
  below(limit: number): number
  oneOf<Item>(items: readonly Item[]): Item
  bytes(length: number): Buffer
}

/** A repeatable sequence for each seed, so that failures can be reproduced. Source: mulberry32, Tommy Ettinger. */
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
