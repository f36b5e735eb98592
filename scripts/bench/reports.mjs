import { measuredBy } from './bench-program.mjs'
import { countsOf } from './figures.mjs'
import { sized } from './size.mjs'

const ORDERS = sized(1_000_000, 1_000)

/** The reports of 12 months. `given` replaces the number of orders, as in `npm run bench reports 100000`. */
export function benchReports(given) {
  const [orders] = countsOf(given, [ORDERS])
  const { transfers, keptMs, medians } = measuredBy('reports', [orders])
  return [
    { what: `seconds to add ${transfers} transfers to the figures`, figure: (keptMs / 1000).toFixed(1) },
    ...medians.map(({ what, ms }) => ({
      what: `12 months of ${orders} orders in two years, ${what}`,
      figure: `${ms.toFixed(2)} ms`,
      goal: 'under 50 ms',
    })),
  ]
}
