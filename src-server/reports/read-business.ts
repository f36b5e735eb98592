import { dollarsFromCents } from '#shared/money.ts'
import { monthsBetween } from '#shared/report.ts'
import type { BusinessInput, BusinessLine, BusinessReport, BusinessSums } from '#shared/report-schema.ts'
import type { AppContext } from '../context.ts'
import type { MonthlyMeasures } from '../platform/db/figure-tables.ts'
import { measuresOf, sumFigures } from './figure-queries.ts'
import { linesOf, plus } from './fold-sums.ts'
import { withPresent } from './keep-figures.ts'
import { namesOfLines } from './line-names.ts'
import { rangeOf } from './report-range.ts'

const measures = measuresOf.monthly_figures

/** As the ledger recorded it: by month, or by brand, payment method or reviewer with the largest cost first. */
export async function readBusiness(app: AppContext, { by, ...given }: BusinessInput): Promise<BusinessReport> {
  const range = rangeOf(app.clock, given)
  const lines = { by, ...range }
  const sums = await withPresent(app.db, async ({ monthly }) =>
    linesOf(measures, await sumFigures(app.db, 'monthly_figures', lines), monthly.values(), lines),
  )
  const keys = by === 'month' ? monthsBetween(range.from, range.to) : byCost(sums)
  const names = await namesOfLines(app, by, keys)
  const rows = keys.map((key): BusinessLine => ({ key, name: names.get(key) ?? key, ...view(sums.get(key)) }))
  return {
    by,
    ...range,
    rows,
    total: view([...sums.values()].reduce((one, other) => plus(measures, one, other), plus(measures))),
  }
}

/** The keys with the largest cost first; what belongs to no order comes last. */
function byCost(sums: ReadonlyMap<string, MonthlyMeasures>): string[] {
  return [...sums]
    .toSorted(
      ([a, one], [b, other]) =>
        Number(a === '') - Number(b === '') || other.bought_cost_cents - one.bought_cost_cents || (a < b ? -1 : 1),
    )
    .map(([key]) => key)
}

function view(sums: MonthlyMeasures = plus(measures)): BusinessSums {
  return {
    bought: sums.bought_count,
    faceValue: dollarsFromCents(sums.bought_face_cents),
    cost: dollarsFromCents(sums.bought_cost_cents),
    payouts: sums.paid_count,
    paid: dollarsFromCents(sums.paid_cents),
    fees: dollarsFromCents(sums.fee_cents),
    proceeds: dollarsFromCents(sums.proceeds_cents),
    margin: dollarsFromCents(sums.margin_cents),
    losses: dollarsFromCents(sums.loss_cents),
    recovered: dollarsFromCents(sums.recovered_cents),
    result: dollarsFromCents(sums.margin_cents - sums.fee_cents - sums.loss_cents),
  }
}
