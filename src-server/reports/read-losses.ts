import { dollarsFromCents } from '#shared/money.ts'
import { type ApprovalDimension, type LossDimension, MAX_REPORT_SELLERS, monthsBetween } from '#shared/report.ts'
import type { LossInput, LossLine, LossReport, LossSums } from '#shared/report-schema.ts'
import type { AppContext } from '../context.ts'
import type { Db } from '../platform/db/database.ts'
import type { ApprovalFigureTable, ApprovalMeasures } from '../platform/db/figure-tables.ts'
import { type FigureLines, listLosingSellers, measuresOf, sumFigures } from './figure-queries.ts'
import { linesOf, plus } from './fold-sums.ts'
import { withPresent } from './keep-figures.ts'
import { namesOfLines } from './line-names.ts'
import { type ReportRange, rangeOf } from './report-range.ts'

const measures = measuresOf.approval_figures
type Sums = Map<string, ApprovalMeasures>

/** The losses of cards approved in these months: by month, or by brand, reviewer or seller, the largest first. */
export async function readLosses(app: AppContext, { by, ...given }: LossInput): Promise<LossReport> {
  const range = rangeOf(app.clock, given)
  const { lines, total } = await withPresent(app.db, async ({ approval }) => {
    const names = by === 'seller' ? await losersAmong(app.db, range, approval.values()) : undefined
    const sumsOf = async (lines: FigureLines<ApprovalDimension>) =>
      linesOf(measures, await sumFigures(app.db, 'approval_figures', lines), approval.values(), lines)
    return { lines: await sumsOf({ by, ...range, names }), total: (await sumsOf({ by: 'all', ...range })).get('') }
  })
  const keys = by === 'month' ? monthsBetween(range.from, range.to) : byLoss(lines, by)
  const names = await namesOfLines(app, by, keys)
  const rows = keys.map((key): LossLine => ({ key, name: names.get(key) ?? key, ...view(lines.get(key)) }))
  return { by, ...range, rows, total: view(total) }
}

/** The sellers who may have one of the largest losses: those of the stored figures, and those with one since. */
async function losersAmong(
  db: Db,
  { from, to }: ReportRange,
  present: Iterable<ApprovalFigureTable>,
): Promise<string[]> {
  const stored = await listLosingSellers(db, from, to, MAX_REPORT_SELLERS)
  const since = [...present]
    .filter(({ dimension, month }) => dimension === 'seller' && month >= from && month <= to)
    .filter((row) => row.written_off_cents !== 0)
    .map(({ name }) => name)
  return [...new Set([...stored, ...since])]
}

/** The keys with the largest loss first; what belongs to no order comes last. */
function byLoss(lines: Sums, by: LossDimension): string[] {
  const sorted = [...lines].toSorted(
    ([a, one], [b, other]) =>
      Number(a === '') - Number(b === '') ||
      other.written_off_cents - one.written_off_cents ||
      other.bought_cost_cents - one.bought_cost_cents ||
      (a < b ? -1 : 1),
  )
  const listed =
    by === 'seller' ? sorted.filter(([, row]) => row.written_off_cents > 0).slice(0, MAX_REPORT_SELLERS) : sorted
  return listed.map(([key]) => key)
}

function view(sums: ApprovalMeasures = plus(measures)): LossSums {
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
}
