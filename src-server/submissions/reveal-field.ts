import { removedMessages } from '#shared/removed.ts'
import type { RevealableField } from '#shared/submission.ts'
import { writeEntry } from '../audit/write-entry.ts'
import type { AppContext } from '../context.ts'
import type { SubmissionTable } from '../db/submission-tables.ts'
import { AppError, notFound } from '../errors.ts'
import { decryptColumn, decryptPayout } from './encrypted-columns.ts'
import { findSubmission } from './submission-queries.ts'

/**
 * One secret of a submission in the clear. Who, when and which field is in the audit log before the answer exists.
 * @throws AppError 'not_found' when there is no such submission, or the field is empty; in words of its own when it was
 *   erased.
 */
export async function revealField(
  ctx: AppContext,
  staff: { id: string; ip: string },
  { submissionId, field }: { submissionId: string; field: RevealableField },
): Promise<{ value: string }> {
  const row = await findSubmission(ctx.db, submissionId)
  if (!row) throw notFound()
  await writeEntry(ctx, {
    actorId: staff.id,
    action: 'submission.revealed',
    objectId: submissionId,
    detail: field,
    ip: staff.ip,
  })
  const value = openField(ctx, row, field)
  if (value === undefined) throw isRemoved(row, field) ? new AppError('not_found', removedMessages.refused) : notFound()
  return { value }
}

/** Every order had a number and a code: where there is none, it was erased. */
function isRemoved(row: SubmissionTable, field: RevealableField): boolean {
  return row.status !== 'registered' && (field === 'cardNumber' || field === 'securityCode')
}

function openField(ctx: AppContext, row: SubmissionTable, field: RevealableField): string | undefined {
  if (field === 'cardNumber') return decryptColumn(ctx.keyring, row, 'card_number_sealed')
  if (field === 'securityCode') return decryptColumn(ctx.keyring, row, 'security_code_sealed')
  const payout = decryptPayout(ctx.keyring, row)
  return payout?.type === 'bank' ? payout[field] : undefined
}
