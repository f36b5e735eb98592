import { type ItemAge, itemAges } from '#shared/inventory.ts'
import { DAY_MS } from '../platform/clock.ts'

/** Whole days, as lists count them: 2 days and 23 hours are 2 days. */
const lastDays = { '0-2': 2, '3-7': 7, '8-30': 30 } as const satisfies Partial<Record<ItemAge, number>>

/** When each age begins. */
export type AgeDays = Readonly<Record<keyof typeof lastDays, string>>

export function ageDays(now: Date): AgeDays {
  const before = (days: number) => new Date(now.getTime() - (days + 1) * DAY_MS).toISOString()
  return {
    '0-2': before(lastDays['0-2']),
    '3-7': before(lastDays['3-7']),
    '8-30': before(lastDays['8-30']),
  }
}

/** From `from` inclusive to `to` exclusive. */
export function boughtIn(days: AgeDays, age: ItemAge): { from?: string; to?: string } {
  const starts: (string | undefined)[] = itemAges.map((each) => (each === 'older' ? undefined : days[each]))
  const at = itemAges.indexOf(age)
  const [from, to] = [starts[at], starts[at - 1]]
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
}
