import { measuredBy } from './bench-program.mjs'
import { countsOf } from './figures.mjs'
import { sized } from './size.mjs'

const ORDERS = sized(100_000, 200)

/** Order pages with their place in line among many orders that wait. `given` replaces the number of orders. */
export function benchTracking(given) {
  const [orders] = countsOf(given, [ORDERS])
  const { pages, median, longest } = measuredBy('tracking', [orders])
  return [
    {
      what: `${pages} order pages with their place among ${orders.toLocaleString('en-US')} open orders`,
      figure: `median ${median.toFixed(2)} ms, longest ${longest.toFixed(2)} ms`,
      goal: 'under 5 ms each',
    },
  ]
}
