import { tableOf } from './table-rule.ts'

/** How long decisions and payouts took, by the newest samples of 30 days. */
export type ServiceTimeTable = {
  what: 'decision' | 'payout'
  scope: 'brand' | 'category' | 'all' | 'method'
  /** The brand, category or payment method; '' for all. */
  key: string
  p50_ms: number
  p90_ms: number
  samples: number
  /** The oldest decision or payout among the samples. */
  since: string
  computed_at: string
}

export const trackingTables = {
  // Counts and times without customers; the scheduled jobs measure again.
  service_times: tableOf<ServiceTimeTable>({ clear: 'kept' }),
}
