import { dollarsFromCents } from '#shared/money.ts'
import { type BusinessDimension, monthsBetween } from '#shared/report.ts'
import type { BusinessInput, BusinessLine, BusinessReport, BusinessSums } from '#shared/report-schema.ts'
import type { AppContext } from '../context.ts'
import type { MonthlyMeasures } from '../platform/db/figure-tables.ts'
import { figureTables, sumMonthlyFigures } from './figure-queries.ts'
import { isZero } from './fold-sums.ts'
import { namesOfLines } from './line-names.ts'
import { withPresent } from './present-figures.ts'
import { type ReportRange, rangeOf } from './report-range.ts'

const { measures } = figureTables.monthly_figures

/** As the ledger recorded it: by month, or by brand, payment method or reviewer with the largest cost first. */
export async function readBusiness(app: AppContext, { by, ...given }: BusinessInput): Promise<BusinessReport> {
  const range = rangeOf(app.clock, given)
  const sums = await sumsOf(app, by, range)
  const keys = by === 'month' ? monthsBetween(range.from, range.to) : byCost(sums)
  const names = by === 'month' ? undefined : await namesOfLines(app, by, keys)
  const rows = keys.map(
    (key): BusinessLine => ({ key, name: names?.get(key) ?? key, ...view(sums.get(key) ?? nothing) }),
  )
  return { by, ...range, rows, total: view([...sums.values()].reduce(plus, nothing)) }
}

async function sumsOf(
  { db }: AppContext,
  by: BusinessDimension,
  range: ReportRange,
): Promise<Map<string, MonthlyMeasures>> {
  return withPresent(db, async ({ monthly }) => {
    const stored = await sumMonthlyFigures(db, { by, ...range })
    const sums = new Map<string, MonthlyMeasures>(stored.map(({ name, ...row }) => [name, row]))
    for (const { dimension, month, name, ...row } of monthly.values()) {
      if (dimension !== (by === 'month' ? 'all' : by) || month < range.from || month > range.to) continue
      const key = by === 'month' ? month : name
      sums.set(key, plus(sums.get(key) ?? nothing, row))
    }
    return new Map([...sums].filter(([, row]) => !isZero(row, measures)))
  })
}

const nothing = Object.fromEntries(measures.map((name) => [name, 0])) as MonthlyMeasures

function plus(one: MonthlyMeasures, other: MonthlyMeasures): MonthlyMeasures {
  return Object.fromEntries(measures.map((name) => [name, one[name] + other[name]])) as MonthlyMeasures
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

function view(sums: MonthlyMeasures): BusinessSums {
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
