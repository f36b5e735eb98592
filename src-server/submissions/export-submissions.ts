import { conditionNames } from '#shared/card-condition.ts'
import { dollarsFromCents, fractionFromBps } from '#shared/money.ts'
import { paymentTypeInfo } from '#shared/payment-method.ts'
import { filterStatuses } from '#shared/queue.ts'
import { predefinedReasons } from '#shared/return-reasons.ts'
import { site } from '#shared/site.ts'
import { statusLabels } from '#shared/status-label.ts'
import type { SubmissionExportInput } from '#shared/submission-schema.ts'
import { type Actor, auditNow } from '../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../context.ts'
import { BYTE_ORDER_MARK, csvLine } from './csv-line.ts'
import { type BatchEnd, type ExportedRow, listExportBatch, listExported } from './export-queries.ts'
import type { Statuses } from './merge-statuses-queries.ts'
import { listAllMatches } from './submission-search-queries.ts'

/** Rows in memory at a time. */
const BATCH = 500

const header = [
  'Submission ID',
  'Created',
  'Updated',
  'Status',
  'Reason',
  'Card type',
  'Condition',
  'Card value',
  'Rate',
  'Payout',
  'Card number',
  'Email',
  'Phone',
  'Account name',
  'Payment method',
  'Number and photos removed',
]

/**
 * Returns all submissions that match the filter as pieces of a CSV file, newest first. Money is in dollars, rates are
 * fractions, times are UTC. Card numbers are masked; codes and payout details are absent. The audit entry is written
 * before the promise resolves. Rows are read only as the pieces are consumed.
 */
export async function exportSubmissions(
  ctx: CallContext,
  staff: Actor,
  { status, search = '' }: SubmissionExportInput,
): Promise<AsyncGenerator<string>> {
  const detail = `${status ?? 'all'}${search && `, search: ${auditedSearch(ctx.app, search)}`}`
  await auditNow(ctx, staff, 'submissions.exported', 'submissions', detail)
  return csvPieces(ctx.app, { statuses: filterStatuses(status), search })
}

/** The audit log outlives accounts, so it must not contain parts of an e-mail address. */
function auditedSearch({ catalogue }: AppContext, search: string): string {
  const text = search.toLowerCase()
  const isReference = text.startsWith(site.orderPrefix.toLowerCase())
  if (isReference || catalogue.current.brands.some(({ name }) => name.toLowerCase().includes(text))) return search
  return `${search.length} characters that may name a person`
}

async function* csvPieces({ db }: AppContext, filter: { statuses: Statuses; search: string }): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(header)
  const matches = filter.search ? await listAllMatches(db, filter) : undefined
  if (matches) {
    for (let at = 0; at < matches.length; at += BATCH)
      yield (await listExported(db, matches.slice(at, at + BATCH))).map(exportedLine).join('')
    return
  }
  let after: BatchEnd | undefined
  do {
    const { rows, end } = await listExportBatch(db, filter, after, BATCH)
    if (rows.length > 0) yield rows.map(exportedLine).join('')
    after = end
    // SQLite queries are synchronous, so yield to other requests between batches.
    await new Promise<void>((resolve) => setImmediate(resolve))
  } while (after)
}

function exportedLine(row: ExportedRow): string {
  return csvLine([
    row.id,
    row.created_at,
    row.updated_at,
    statusLabels[row.status].name,
    exportedReason(row.status_reason),
    row.card_type,
    row.card_condition ? conditionNames[row.card_condition] : '',
    dollarsFromCents(row.card_value_cents),
    fractionFromBps(row.rate_bps),
    dollarsFromCents(row.payout_cents),
    row.card_number_masked,
    row.email,
    row.phone,
    row.account_name,
    row.payment_type ? paymentTypeInfo[row.payment_type].name : 'N/A',
    row.purged_at ?? '',
  ])
}

const registrationReason = 'New user registration'

/** A custom reason may contain a security code, which cannot be detected once the code is erased. */
function exportedReason(reason: string | null): string {
  if (reason === null) return ''
  return predefinedReasons.has(reason) || reason === registrationReason ? reason : 'Written by staff'
}
