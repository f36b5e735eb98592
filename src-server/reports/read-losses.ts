import { dollarsFromCents } from '#shared/money.ts'
import { type LossDimension, MAX_REPORT_SELLERS, monthsBetween } from '#shared/report.ts'
import type { LossInput, LossLine, LossReport, LossSums } from '#shared/report-schema.ts'
import type { AppContext } from '../context.ts'
import type { Db } from '../platform/db/database.ts'
import type { ApprovalFigureTable, ApprovalMeasures } from '../platform/db/figure-tables.ts'
import { figureTables, listLosingSellers, sumApprovalFigures } from './figure-queries.ts'
import { isZero } from './fold-sums.ts'
import { namesOfLines } from './line-names.ts'
import { withPresent } from './present-figures.ts'
import { type ReportRange, rangeOf } from './report-range.ts'

const { measures } = figureTables.approval_figures
type Sums = Map<string, ApprovalMeasures>

/** The losses of cards approved in these months: by month, or by brand, reviewer or seller, the largest first. */
export async function readLosses(app: AppContext, { by, ...given }: LossInput): Promise<LossReport> {
  const range = rangeOf(app.clock, given)
  const { lines, total } = await sumsOf(app, by, range)
  const keys = by === 'month' ? monthsBetween(range.from, range.to) : byLoss(lines, by)
  const names = by === 'month' ? undefined : await namesOfLines(app, by, keys)
  const rows = keys.map((key): LossLine => ({ key, name: names?.get(key) ?? key, ...view(lines.get(key) ?? nothing) }))
  return { by, ...range, rows, total: view(total) }
}

async function sumsOf(
  { db }: AppContext,
  by: LossDimension,
  range: ReportRange,
): Promise<{ lines: Sums; total: ApprovalMeasures }> {
  return withPresent(db, async ({ approval }) => {
    const added = [...approval.values()].filter(({ month }) => month >= range.from && month <= range.to)
    const of = (dimension: string) => added.filter((row) => row.dimension === dimension)
    const all = [...(await sumApprovalFigures(db, { by: 'all', ...range })), ...of('all')]
    const names = by === 'seller' ? await losersAmong(db, range, of(by)) : undefined
    const lines: Sums = new Map()
    const add = (key: string, row: ApprovalMeasures) => lines.set(key, plus(lines.get(key) ?? nothing, row))
    for (const { name, ...row } of await sumApprovalFigures(db, { by, ...range }, names)) add(name, row)
    for (const row of of(by === 'month' ? 'all' : by))
      if (names === undefined || names.includes(row.name)) add(by === 'month' ? row.month : row.name, row)
    for (const [key, row] of lines) if (isZero(row, measures)) lines.delete(key)
    return { lines, total: all.reduce<ApprovalMeasures>(plus, nothing) }
  })
}

/** The sellers who may have one of the largest losses: those of the stored figures, and those with one since. */
async function losersAmong(
  db: Db,
  { from, to }: ReportRange,
  added: readonly ApprovalFigureTable[],
): Promise<string[]> {
  const stored = await listLosingSellers(db, from, to, MAX_REPORT_SELLERS)
  const since = added.filter((row) => row.written_off_cents !== 0).map(({ name }) => name)
  return [...new Set([...stored, ...since])]
}

const nothing = Object.fromEntries(measures.map((name) => [name, 0])) as ApprovalMeasures

function plus(one: ApprovalMeasures, other: ApprovalMeasures): ApprovalMeasures {
  return Object.fromEntries(measures.map((name) => [name, one[name] + other[name]])) as ApprovalMeasures
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

function view(sums: ApprovalMeasures): LossSums {
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
