import type { PaymentType } from '#shared/payment-type.ts'
import type { ServiceFigures } from '#shared/service-figures-schema.ts'

const MINUTE_MS = 60_000

/** The first decision on an order; `took` in milliseconds. */
export type DecisionCase = {
  took: number
  outcome: 'accepted' | 'rejected' | 'failed'
  hasReason: boolean
  /** Whether its reason is one that evidence is owed for, and whether the order has it. */
  needsEvidence: boolean
  hasEvidence: boolean
}
/** A payout that left after an approval; `took` in milliseconds. */
export type PayoutCase = { method: PaymentType; took: number; isReturned: boolean }

/** An offer that ended, and an appeal that was answered. */
type OfferCase = { isAccepted: boolean }
type AppealCase = { isInTime: boolean; isRight: boolean }

type FigureCases = {
  decisions: readonly DecisionCase[]
  payouts: readonly PayoutCase[]
  offers: readonly OfferCase[]
  appeals: readonly AppealCase[]
  overdueNow: number
}
type FigurePeriod = Pick<ServiceFigures, 'since' | 'until' | 'leastSamples'>

/** Counts the cases of a period. Groups with fewer than `leastSamples` cases have their number alone. */
export function foldFigures(
  period: FigurePeriod,
  { decisions, payouts, offers, appeals, overdueNow }: FigureCases,
): ServiceFigures {
  const of = (cases: number) => (figure: number) => (cases < period.leastSamples ? null : figure)
  const shown = of(decisions.length)
  const within = (minutes: number) => shown(count(decisions, ({ took }) => took <= minutes * MINUTE_MS))
  const withNeed = decisions.filter(({ needsEvidence }) => needsEvidence)
  const rejected = decisions.filter(({ outcome }) => outcome === 'rejected')
  return {
    ...period,
    decisions: {
      cases: decisions.length,
      ...times(decisions, shown),
      within15Minutes: within(15),
      within60Minutes: within(60),
    },
    outcomes: {
      cases: decisions.length,
      accepted: shown(count(decisions, ({ outcome }) => outcome === 'accepted')),
      rejected: shown(rejected.length),
      rejectedWithReason: shown(count(rejected, ({ hasReason }) => hasReason)),
      evidenceNeeded: shown(withNeed.length),
      evidenceShown: shown(count(withNeed, ({ hasEvidence }) => hasEvidence)),
      failed: shown(count(decisions, ({ outcome }) => outcome === 'failed')),
    },
    payouts: methodsOf(payouts).map((method) => {
      const sent = payouts.filter((each) => each.method === method)
      const figure = of(sent.length)
      const returned = figure(count(sent, ({ isReturned }) => isReturned))
      return { method, cases: sent.length, ...times(sent, figure), returned }
    }),
    offers: {
      cases: offers.length,
      accepted: of(offers.length)(count(offers, ({ isAccepted }) => isAccepted)),
    },
    appeals: {
      cases: appeals.length,
      inTime: of(appeals.length)(count(appeals, ({ isInTime }) => isInTime)),
      right: of(appeals.length)(count(appeals, ({ isRight }) => isRight)),
    },
    overdueNow,
  }
}

export const offerCase = ({ state }: { state: string }): OfferCase => ({ isAccepted: state === 'accepted' })
export const appealCase = (row: { state: string; due_at: string; decided_at: string | null }): AppealCase => ({
  isInTime: row.decided_at !== null && row.decided_at <= row.due_at,
  isRight: row.state === 'right',
})

function times(cases: readonly { took: number }[], shown: (figure: number) => number | null) {
  const ascending = cases.map(({ took }) => Math.max(took, 0)).sort((one, other) => one - other)
  const minutes = (percent: number) => shown(Math.max(1, Math.ceil((percentile(ascending, percent) ?? 0) / MINUTE_MS)))
  return { usualMinutes: minutes(50), mostMinutes: minutes(90) }
}

const methodsOf = (payouts: readonly PayoutCase[]) => [...new Set(payouts.map(({ method }) => method))].sort()

function count<Case>(cases: readonly Case[], isOne: (each: Case) => boolean): number {
  return cases.filter(isOne).length
}

/** By nearest rank: of n ascending values, value number ceil(percent / 100 * n), counted from 1. */
export function percentile(ascending: readonly number[], percent: number): number | undefined {
  // Whole numbers: 0.9 * 20 is above 18 in floating point for some lengths.
  return ascending[Math.ceil((percent * ascending.length) / 100) - 1]
}
