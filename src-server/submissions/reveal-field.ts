import { removedMessages } from '#shared/removed.ts'
import type { RevealableField } from '#shared/submission.ts'
import { auditOwnOrder } from '../accounts/staff-links.ts'
import type { Actor } from '../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../context.ts'
import { inTransaction } from '../platform/db/database.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'
import { textIn } from '../platform/encryption/encrypted-text.ts'
import { AppError, notFound } from '../platform/errors.ts'
import { decryptPayout } from './payout-view.ts'
import { findSubmission } from './submission-queries.ts'

/** The audit entry is committed before the value is decrypted. */
export async function revealField(
  ctx: CallContext,
  staff: Actor,
  { submissionId, field }: { submissionId: string; field: RevealableField },
) {
  const { app } = ctx
  const row = await findSubmission(app.db, submissionId)
  if (!row) throw notFound()
  await inTransaction(ctx, async (tx) => {
    const audit = await auditOwnOrder(app, tx, staff, 'review', row)
    await audit('submission.revealed', field)
  })
  const value = openField(app, row, field)
  if (value === undefined) throw isRemoved(row, field) ? new AppError('not_found', removedMessages.refused) : notFound()
  return { value }
}

/** Every submission had a number and a code: a missing one was erased. */
function isRemoved(row: SubmissionTable, field: RevealableField) {
  return row.status !== 'registered' && (field === 'cardNumber' || field === 'securityCode')
}

function openField(app: AppContext, row: SubmissionTable, field: RevealableField) {
  if (field === 'cardNumber') return textIn(app.keyring, 'submissions', row, 'card_number_encrypted')
  if (field === 'securityCode') return textIn(app.keyring, 'submissions', row, 'security_code_encrypted')
  const payout = decryptPayout(app.keyring, row)
  return payout?.type === 'bank' ? payout[field] : undefined
}
