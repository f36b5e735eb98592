import type { ApprovalDimension, MonthlyDimension } from '#shared/report.ts'
import { tableOf } from './table-rule.ts'

/** What transfers of the ledger come to, in cents and numbers of payouts; negative when more went back than out. */
export type MonthlyMeasures = {
  /** Payouts that left, less those that did not arrive or came back. */
  bought_count: number
  bought_face_cents: number
  bought_cost_cents: number
  /** Payouts that arrived, less those that came back. */
  paid_count: number
  paid_cents: number
  fee_cents: number
  proceeds_cents: number
  margin_cents: number
  /** Less what was recovered. */
  loss_cents: number
  recovered_cents: number
}

/** What became of cards, by the month in which they were approved. */
export type ApprovalMeasures = {
  bought_count: number
  bought_cost_cents: number
  /** The cost of what was sold, redeemed or written off. */
  outcome_cents: number
  /** The cost of what was written off or charged back. */
  written_off_cents: number
  recovered_cents: number
}

/** Sums of one month (UTC). `name`: brand, payment method or reviewer; '' for all, and for transfers of no order. */
type MonthlyFigureKey = { dimension: MonthlyDimension; month: string; name: string }

type ApprovalFigureKey = { dimension: ApprovalDimension; month: string; name: string }

/** The figures have the transfers with a greater number than `after_sequence`, up to `until_sequence`. One row. */
export type FigureProgressTable = { id: 1; after_sequence: number; until_sequence: number }

/** How long decisions and payouts took, by the newest samples of 30 days. */
export type ServiceTimeTable = {
  what: 'decision' | 'payout'
  scope: 'brand' | 'category' | 'all' | 'method'
  /** The brand, category or payment method; '' for all. */
  key: string
  p50_ms: number
  p90_ms: number
  samples: number
  since: string
  computed_at: string
}

export const figureTables = {
  // Sums of orders that are deleted; the scheduled jobs also write them during the backup.
  monthly_figures: tableOf<MonthlyFigureKey & MonthlyMeasures>({ clear: 'forgotten' }),
  approval_figures: tableOf<ApprovalFigureKey & ApprovalMeasures>({ clear: 'forgotten' }),
  // Says that the figures begin again.
  figure_progress: tableOf<FigureProgressTable>({ clear: 'kept' }),
  // Counts and times without customers; the scheduled jobs measure again.
  service_times: tableOf<ServiceTimeTable>({ clear: 'kept' }),
}
