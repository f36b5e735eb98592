import { dimensionNames } from '#shared/report.ts'
import type { BusinessInput, LossInput } from '#shared/report-schema.ts'
import { type Actor, auditNow } from '../audit/audit-queries.ts'
import type { CallContext } from '../context.ts'
import { BYTE_ORDER_MARK, csvLine } from '../submissions/csv-line.ts'
import { readBusiness } from './read-business.ts'
import { readLosses } from './read-losses.ts'

const businessHeads = [
  'Cards bought',
  'Face value',
  'Cost',
  'Payouts',
  'Paid',
  'Fees',
  'Proceeds',
  'Margin',
  'Losses',
  'Recovered',
  'Result',
]
const lossHeads = ['Cards bought', 'Cost', 'With an outcome', 'Written off', 'Recovered', 'Loss rate']

/**
 * Returns the report of the business as a CSV file. Money is in dollars. The audit entry is written before the promise
 * resolves.
 * @throws as `readBusiness`
 */
export async function exportBusiness(ctx: CallContext, staff: Actor, input: BusinessInput): Promise<string> {
  const { rows, ...report } = await readBusiness(ctx.app, input)
  await noteExport(ctx, staff, 'business', report)
  const lines = rows.map(({ key, name, ...sums }) => [
    ...named(input.by, key, name),
    ...[sums.bought, sums.faceValue, sums.cost, sums.payouts, sums.paid, sums.fees],
    ...[sums.proceeds, sums.margin, sums.losses, sums.recovered, sums.result],
  ])
  return csvOf([...headsOf(input.by), ...businessHeads], lines)
}

/**
 * Returns the report of losses as a CSV file. Money is in dollars, shares are fractions, empty when nothing was bought.
 * The audit entry is written before the promise resolves.
 * @throws as `readLosses`
 */
export async function exportLosses(ctx: CallContext, staff: Actor, input: LossInput): Promise<string> {
  const { rows, ...report } = await readLosses(ctx.app, input)
  await noteExport(ctx, staff, 'losses', report)
  const lines = rows.map(({ key, name, bought, cost, outcomeShare, writtenOff, recovered, lossRate }) => [
    ...named(input.by, key, name),
    ...[bought, cost, fraction(outcomeShare), writtenOff, recovered, fraction(lossRate)],
  ])
  return csvOf([...headsOf(input.by), ...lossHeads], lines)
}

type By = BusinessInput['by'] | LossInput['by']

async function noteExport(
  ctx: CallContext,
  staff: Actor,
  what: string,
  { by, from, to }: { by: By; from: string; to: string },
) {
  await auditNow(ctx, staff, 'reports.exported', what, `by ${by}, ${from} to ${to}`)
}

/** Spreadsheets change a text like 2026-11, so a month is two numbers. */
const headsOf = (by: By) => (by === 'month' ? ['Year', 'Month'] : [dimensionNames[by], 'Name'])
const named = (by: By, key: string, name: string) => (by === 'month' ? key.split('-').map(Number) : [key, name])
/** Four decimals: hundredths of a percent. */
const fraction = (share: number | null) => (share === null ? '' : Math.round(share * 10_000) / 10_000)

function csvOf(heads: readonly string[], lines: readonly (readonly (string | number)[])[]): string {
  return BYTE_ORDER_MARK + [heads, ...lines].map(csvLine).join('')
}
