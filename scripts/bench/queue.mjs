import { measuredBy } from './bench-program.mjs'
import { countsOf } from './figures.mjs'
import { ratioTo, roundsOf } from './noise.mjs'
import { sized } from './size.mjs'

const SIZES = sized([10_000, 100_000, 1_000_000], [100, 200])

/**
 * Staff queries on large queues, each compared with the same query on the first one. `given` replaces their sizes, as
 * in `npm run bench queue 1000000 10000000`.
 */
export function benchQueue(given) {
  const sizes = countsOf(given, SIZES)
  const { seeded, bytes, medians } = measuredBy('queue', sizes)
  const last = sizes.length - 1
  return [
    { what: `seconds to write ${sizes.join(', ')} rows`, figure: seeded.join(', ') },
    { what: 'GB of the databases', figure: bytes.map((each) => (each / 1e9).toFixed(2)).join(', ') },
    ...medians.map(({ what, ms, control }) => ({
      what,
      figure: `${ms.map((each) => each.toFixed(2)).join(', ')} ms, ${ratioTo(roundsOf(control), ms[last] / ms[0])}`,
      goal: 'under 15 ms, at most 2',
    })),
  ]
}
