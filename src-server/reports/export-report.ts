import { dimensionNames } from '#shared/report.ts'
import type { BusinessInput, BusinessLine, LossInput, LossLine } from '#shared/report-schema.ts'
import { type Actor, auditNow } from '../audit/audit-queries.ts'
import type { CallContext } from '../context.ts'
import { type CsvColumns, csvOf } from '../submissions/csv-file.ts'
import { readBusiness } from './read-business.ts'
import { readLosses } from './read-losses.ts'

const businessColumns: CsvColumns<BusinessLine> = {
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
}
const lossColumns: CsvColumns<LossLine> = {
  'Cards bought': (row) => row.bought,
  Cost: (row) => row.cost,
  'With an outcome': (row) => fraction(row.outcomeShare),
  'Written off': (row) => row.writtenOff,
  Recovered: (row) => row.recovered,
  'Loss rate': (row) => fraction(row.lossRate),
}

/** A CSV file with money in dollars. The audit entry is written before the promise resolves. */
export async function exportBusiness(
  ctx: CallContext,
  staff: Actor,
  input: BusinessInput,
): Promise<AsyncGenerator<string>> {
  const { rows, ...report } = await readBusiness(ctx.app, input)
  await noteExport(ctx, staff, 'business', report)
  return csvOf({ ...namesOf(input.by), ...businessColumns }, [rows])
}

/** Shares are fractions, empty when nothing was bought. The audit entry is written before the promise resolves. */
export async function exportLosses(ctx: CallContext, staff: Actor, input: LossInput): Promise<AsyncGenerator<string>> {
  const { rows, ...report } = await readLosses(ctx.app, input)
  await noteExport(ctx, staff, 'losses', report)
  return csvOf({ ...namesOf(input.by), ...lossColumns }, [rows])
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
const namesOf = (by: By): CsvColumns<{ key: string; name: string }> =>
  by === 'month'
    ? { Year: ({ key }) => Number(key.split('-')[0]), Month: ({ key }) => Number(key.split('-')[1]) }
    : { [dimensionNames[by]]: ({ key }) => key, Name: ({ name }) => name }
/** Four decimals: hundredths of a percent. */
const fraction = (share: number | null) => share && Math.round(share * 10_000) / 10_000
