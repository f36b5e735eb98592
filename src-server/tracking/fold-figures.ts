import type { PaymentType } from '#shared/payment-type.ts'
import type { ServiceFigures } from '#shared/service-figures-schema.ts'
import { MINUTE_MS } from '../platform/clock.ts'
import { percentilesOf } from './percentile.ts'

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

type FigureCases = {
  decisions: readonly DecisionCase[]
  payouts: readonly PayoutCase[]
  offers: readonly { state: string }[]
  appeals: readonly { state: string; due_at: string; decided_at: string | null }[]
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
    offers: { cases: offers.length, accepted: of(offers.length)(count(offers, ({ state }) => state === 'accepted')) },
    appeals: {
      cases: appeals.length,
      inTime: of(appeals.length)(count(appeals, (each) => each.decided_at !== null && each.decided_at <= each.due_at)),
      right: of(appeals.length)(count(appeals, ({ state }) => state === 'right')),
    },
    overdueNow,
  }
}

function times(cases: readonly { took: number }[], shown: (figure: number) => number | null) {
  const percentile = percentilesOf(cases)
  const minutes = (percent: number) => shown(Math.max(1, Math.ceil(percentile(percent) / MINUTE_MS)))
  return { usualMinutes: minutes(50), mostMinutes: minutes(90) }
}

const methodsOf = (payouts: readonly PayoutCase[]) => [...new Set(payouts.map(({ method }) => method))].sort()

function count<Case>(cases: readonly Case[], isOne: (each: Case) => boolean) {
  return cases.filter(isOne).length
}
