import { dayOf, dayStart } from '#client/lib/day-start.ts'
import type { FunnelPeriod } from '#shared/analytics.ts'

export type ReportPeriod = FunnelPeriod | '90d'

/** What the sections cover of a period. Sign-ups are counted for 30 days at most, orders by whole days. */
type Covered = { name: string; funnel: FunnelPeriod; days: number }

export const periods: Readonly<Record<ReportPeriod, Covered>> = {
  '24h': { name: '24 hours', funnel: '24h', days: 1 },
  '7d': { name: '7 days', funnel: '7d', days: 7 },
  '30d': { name: '30 days', funnel: '30d', days: 30 },
  '90d': { name: '90 days', funnel: '30d', days: 90 },
}

/** What a person chooses from; only the orders, which owners see, have 90 days. */
export function periodChoices(hasOrders: boolean) {
  const values = (Object.keys(periods) as ReportPeriod[]).filter((value) => hasOrders || value !== '90d')
  return values.map((value) => ({ value, name: periods[value].name }))
}

export function funnelRange(period: ReportPeriod) {
  return `last ${periods[periods[period].funnel].name}`
}

/** 'last 7 days', 'today' */
export function dayRange(period: ReportPeriod) {
  return periods[period].days === 1 ? 'today' : `last ${periods[period].name}`
}

/** Starts of the last `days` business days and the end of today, ISO 8601. A day can have 23 hours. */
export function dayStarts(days: number, now: number) {
  const today = dayOf(new Date(now))
  return Array.from({ length: days + 1 }, (_, at) => dayStart(today, at - days + 1)?.toISOString() ?? '')
}
