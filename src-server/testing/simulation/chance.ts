import { createHash } from 'node:crypto'
import { type Random, seededRandom } from '../system-tests/seeded-random.ts'

/** What a seed decides: numbers, and choices that stay the same when other acts are left out of a run. */
export type Chance = Random & {
  /** True once in so many times. */
  once(inTimes: number): boolean
  /** One of the items, by their names and not their places; undefined without any. */
  among<Item>(items: readonly Item[], nameOf: (item: Item) => string): Item | undefined
}

const numberOf = (text: string) => createHash('sha256').update(text).digest().readUInt32BE()

export function chanceOf(seed: string): Chance {
  const random = seededRandom(numberOf(seed))
  let choices = 0
  return {
    ...random,
    once: (inTimes) => random.below(inTimes) === 0,
    among(items, nameOf) {
      const choice = `${seed} ${++choices}`
      const weighed = items.map((item) => ({ item, weight: numberOf(`${choice} ${nameOf(item)}`) }))
      return weighed.toSorted((one, other) => other.weight - one.weight)[0]?.item
    },
  }
}
