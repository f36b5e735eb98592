import { conditionNames } from '#shared/card-condition.ts'
import { dollarsFromCents, fractionFromBps } from '#shared/money.ts'
import { filterStatuses } from '#shared/queue.ts'
import { predefinedReasons } from '#shared/return-reasons.ts'
import { site } from '#shared/site.ts'
import { statusLabels } from '#shared/status-label.ts'
import type { SubmissionExportInput } from '#shared/submission-schema.ts'
import { type Actor, auditNow } from '../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../context.ts'
import { BATCH, batchesByIds, type CsvColumns, csvOf } from './csv-file.ts'
import { type BatchEnd, type ExportedRow, listExportBatch, listExported } from './export-queries.ts'
import type { Statuses } from './merge-statuses-queries.ts'
import { paymentMethodName } from './submission-email.ts'
import { listAllMatches } from './submission-page-queries.ts'

const columns: CsvColumns<ExportedRow> = {
  'Submission ID': 'id',
  Created: 'created_at',
  Updated: 'updated_at',
  Status: (row) => statusLabels[row.status].name,
  Reason: (row) => exportedReason(row.status_reason),
  'Card type': 'card_type',
  Condition: (row) => row.card_condition && conditionNames[row.card_condition],
  'Card value': (row) => dollarsFromCents(row.card_value_cents),
  Rate: (row) => fractionFromBps(row.rate_bps),
  Payout: (row) => dollarsFromCents(row.payout_cents),
  'Card number': 'card_number_masked',
  Email: 'email',
  Phone: 'phone',
  'Account name': 'account_name',
  'Payment method': paymentMethodName,
  'Number and photos removed': 'purged_at',
}

/** Dollars, fractions, UTC; no secrets. The audit entry is committed first; rows are read as they are sent. */
export async function exportSubmissions(
  ctx: CallContext,
  staff: Actor,
  { status, search = '' }: SubmissionExportInput,
) {
  const detail = `${status ?? 'all'}${search && `, search: ${auditedSearch(ctx.app, search)}`}`
  await auditNow(ctx, staff, 'submissions.exported', 'submissions', detail)
  return csvOf(columns, submissionBatches(ctx.app, { statuses: filterStatuses(status), search }))
}

/** The audit log is kept longer than accounts, so it must not contain parts of an e-mail address. */
function auditedSearch({ catalogue }: AppContext, search: string) {
  const text = search.toLowerCase()
  const isReference = text.startsWith(site.orderPrefix.toLowerCase())
  if (isReference || catalogue.current.brands.some(({ name }) => name.toLowerCase().includes(text))) return search
  return `${search.length} characters that may name a person`
}

async function* submissionBatches({ db }: AppContext, filter: { statuses: Statuses; search: string }) {
  const matches = filter.search ? await listAllMatches(db, filter) : undefined
  if (matches) return yield* batchesByIds(matches, (ids) => listExported(db, ids))
  let after: BatchEnd | undefined
  do {
    const { rows, end } = await listExportBatch(db, filter, after, BATCH)
    yield rows
    after = end
  } while (after)
}

const registrationReason = 'New user registration'

/** A custom reason may contain a security code, which cannot be detected once the code is erased. */
function exportedReason(reason: string | null) {
  if (reason === null) return ''
  return predefinedReasons.has(reason) || reason === registrationReason ? reason : 'Written by staff'
}
