import { monthOf } from '#shared/business-day.ts'
import { dollarsFromCents } from '#shared/money.ts'
import { paymentTypeInfo } from '#shared/payment-method.ts'
import { isPaymentType } from '#shared/payment-type.ts'
import {
  type BusinessDimension,
  dimensionNames,
  type LossDimension,
  MAX_REPORT_MONTHS,
  MAX_REPORT_SELLERS,
  monthAfter,
  monthsBetween,
  REPORT_MONTHS,
  reportMessages,
} from '#shared/report.ts'
import type { BusinessSums, LossSums } from '#shared/report-schema.ts'
import { type Actor, auditNow } from '../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../context.ts'
import { today } from '../platform/days.ts'
import { invalid } from '../platform/errors.ts'
import type { CsvCell } from '../submissions/csv-file.ts'
import { type CsvColumns, csvOf } from '../submissions/csv-file.ts'
import { type FigureTable, listLosingSellers, type Measure, measuresOf, sumFigures } from './figure-queries.ts'
import { type Figures, linesOf, plus, withPresent } from './keep-figures.ts'
import { listPeople } from './paid-queries.ts'

type Dimension = BusinessDimension | LossDimension
type Input<By> = { by: By; from?: string | undefined; to?: string | undefined }
type Line<View> = View & { key: string; name: string }
type Report<By, View> = ReportRange & { by: By; rows: Line<View>[]; total: View }

type ReportKind<Of extends FigureTable, View> = {
  name: string
  of: Of
  view(sums: Readonly<Record<Measure<Of>, number>>): View
  /** The lines with the largest of these come first. */
  sizes(line: View): readonly number[]
  columns: CsvColumns<Line<View>>
}

/** A report of the ledger by month, or by something else with the largest lines first; and the same as a CSV file. */
function ledgerReport<Of extends FigureTable, View extends object, By extends Dimension>(kind: ReportKind<Of, View>) {
  const measures: readonly Measure<Of>[] = measuresOf[kind.of]

  async function read(app: AppContext, { by, ...given }: Input<By>): Promise<Report<By, View>> {
    const range = rangeOf(app, given)
    const { lines, total } = await withPresent(app.db, async (present) => {
      const sumsOf = async (of: Dimension | 'all', names?: string[]) => {
        const asked = { by: of, ...range, names }
        return linesOf(measures, await sumFigures(app.db, kind.of, asked), present[kind.of].values(), asked)
      }
      const names = by === 'seller' ? await losersAmong(app, range, present) : undefined
      return { lines: await sumsOf(by, names), total: (await sumsOf('all')).get('') }
    })
    const keys = by === 'month' ? monthsBetween(range.from, range.to) : [...lines.keys()]
    const nameOf = await lineNames(app, by, keys)
    const viewOf = (sums = plus(measures)) => kind.view(sums)
    const rows = keys.map((key) => ({ key, name: nameOf(key), ...viewOf(lines.get(key)) }))
    return { by, ...range, rows: by === 'month' ? rows : listed(by, rows.toSorted(bySize)), total: viewOf(total) }
  }

  /** Of sellers only the largest, and none of size zero. */
  function listed(by: By, rows: Line<View>[]) {
    if (by !== 'seller') return rows
    return rows.filter((row) => (kind.sizes(row)[0] ?? 0) > 0).slice(0, MAX_REPORT_SELLERS)
  }

  /** What belongs to no order comes last. */
  function bySize(one: Line<View>, other: Line<View>) {
    const sizes = kind.sizes(one)
    const differences = kind.sizes(other).map((size, at) => size - (sizes[at] ?? 0))
    return (
      Number(one.key === '') - Number(other.key === '') || differences.find(Boolean) || (one.key < other.key ? -1 : 1)
    )
  }

  /** Money is in dollars. The audit entry is written before the promise resolves. */
  async function exported(ctx: CallContext, staff: Actor, input: Input<By>): Promise<AsyncGenerator<string>> {
    const { by, from, to, rows } = await read(ctx.app, input)
    await auditNow(ctx, staff, 'reports.exported', kind.name, `by ${by}, ${from} to ${to}`)
    return csvOf({ ...nameColumns(by), ...kind.columns }, [rows])
  }
  return { read, export: exported }
}

export const business = ledgerReport<'monthly_figures', BusinessSums, BusinessDimension>({
  name: 'business',
  of: 'monthly_figures',
  view: (sums) => ({
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
  }),
  sizes: ({ cost }) => [cost],
  columns: {
    'Cards bought': (row) => row.bought,
    'Face value': (row) => row.faceValue,
    Cost: (row) => row.cost,
    Payouts: (row) => row.payouts,
    Paid: (row) => row.paid,
    Fees: (row) => row.fees,
    Proceeds: (row) => row.proceeds,
    Margin: (row) => row.margin,
    Losses: (row) => row.losses,
    Recovered: (row) => row.recovered,
    Result: (row) => row.result,
  },
})

/** The losses of cards approved in these months. */
export const losses = ledgerReport<'approval_figures', LossSums, LossDimension>({
  name: 'losses',
  of: 'approval_figures',
  view: (sums) => {
    const cost = sums.bought_cost_cents
    const share = (cents: number) => (cost > 0 ? cents / cost : null)
    return {
      bought: sums.bought_count,
      cost: dollarsFromCents(cost),
      outcomeShare: share(sums.outcome_cents),
      writtenOff: dollarsFromCents(sums.written_off_cents),
      recovered: dollarsFromCents(sums.recovered_cents),
      lossRate: share(sums.written_off_cents),
    }
  },
  sizes: ({ writtenOff, cost }) => [writtenOff, cost],
  columns: {
    'Cards bought': (row) => row.bought,
    Cost: (row) => row.cost,
    'With an outcome': (row) => fraction(row.outcomeShare),
    'Written off': (row) => row.writtenOff,
    Recovered: (row) => row.recovered,
    'Loss rate': (row) => fraction(row.lossRate),
  },
})

/** The sellers who may have one of the largest losses: those of the stored figures, and those with one since. */
async function losersAmong({ db }: AppContext, { from, to }: ReportRange, present: Figures) {
  const stored = await listLosingSellers(db, from, to, MAX_REPORT_SELLERS)
  const since = [...present.approval_figures.values()]
    .filter(({ dimension, month }) => dimension === 'seller' && month >= from && month <= to)
    .filter((row) => row.written_off_cents !== 0)
    .map(({ name }) => name)
  return [...new Set([...stored, ...since])]
}

/** What lines are called whose transfers belong to no order, such as a corrected fee. */
const NO_ORDER = 'Not of one order'

/** A brand that was removed and a deleted account have their key. */
async function lineNames({ db, catalogue }: AppContext, by: Dimension, keys: readonly string[]) {
  const known = by === 'reviewer' || by === 'seller' ? await listPeople(db, keys) : []
  return (key: string): string => {
    if (key === '') return NO_ORDER
    if (by === 'brand') return catalogue.current.brands.find(({ slug }) => slug === key)?.name ?? key
    if (by === 'method') return isPaymentType(key) ? paymentTypeInfo[key].name : key
    return known.find(({ id }) => id === key)?.name || key
  }
}

/** Spreadsheets change a text like 2026-11, so a month is two numbers. */
const nameColumns = (by: Dimension): Readonly<Record<string, (line: Line<object>) => CsvCell>> =>
  by === 'month'
    ? { Year: ({ key }) => Number(key.split('-')[0]), Month: ({ key }) => Number(key.split('-')[1]) }
    : { [dimensionNames[by]]: ({ key }) => key, Name: ({ name }) => name }
/** Four decimals: hundredths of a percent. */
const fraction = (share: number | null) => share && Math.round(share * 10_000) / 10_000

/** Months of business days, like '2026-11', both inclusive. */
type ReportRange = { from: string; to: string }

/** A missing end is the present month; a missing start makes the range 12 months. */
function rangeOf(app: AppContext, given: { from?: string | undefined; to?: string | undefined }): ReportRange {
  const present = monthOf(today(app))
  const to = given.to ?? (given.from !== undefined && given.from > present ? given.from : present)
  const from = given.from ?? monthAfter(to, 1 - REPORT_MONTHS)
  if (from > to) throw invalid('from', reportMessages.backwards)
  if (monthsBetween(from, to).length > MAX_REPORT_MONTHS) throw invalid('from', reportMessages.tooLong)
  return { from, to }
}
