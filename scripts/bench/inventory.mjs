import { measuredBy } from './bench-program.mjs'
import { countsOf } from './figures.mjs'
import { ratioTo, roundsOf } from './noise.mjs'
import { sized } from './size.mjs'

const SIZES = sized([10_000, 100_000], [100, 200])

/**
 * Lists, ages and searches of large inventories, each compared with the same read of the first one. `given` replaces
 * their sizes.
 */
export function benchInventory(given) {
  const sizes = countsOf(given, SIZES)
  const { medians } = measuredBy('inventory', sizes)
  const last = sizes.length - 1
  return medians.map(({ what, ms, control }) => ({
    what,
    figure: `${ms.map((each) => each.toFixed(2)).join(', ')} ms, ${ratioTo(roundsOf(control), ms[last] / ms[0])}`,
    goal: 'under 5 ms',
  }))
}
