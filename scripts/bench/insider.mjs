import { measuredBy } from './bench-program.mjs'
import { sized } from './size.mjs'

const ORDERS_A_DAY = sized(1000, 10)

/** The insider report of 30 days. */
export function benchInsider() {
  const { entries, ms, blockedMs } = measuredBy('insider', [ORDERS_A_DAY])
  return [
    {
      what: `the report of 30 days of ${ORDERS_A_DAY} orders, ${entries} entries of the audit log`,
      figure: `${Math.round(ms)} ms`,
      goal: 'under 2 s',
    },
    { what: 'longest time without a turn of the event loop', figure: `${Math.round(blockedMs)} ms` },
  ]
}
