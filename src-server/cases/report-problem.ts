import { problemMessages, reviewNote } from '#shared/problem.ts'
import type { ReportProblemInput } from '#shared/problem-schema.ts'
import { auditOwnOrder, reviewOrPay } from '../accounts/staff-links.ts'
import type { Actor } from '../audit/audit-queries.ts'
import type { CallContext } from '../context.ts'
import { attachFiles } from '../files/attach-files.ts'
import { distinctFiles } from '../files/distinct-files.ts'
import { findOrderOfFiles } from '../files/evidence-queries.ts'
import { removeUnlessUsed, type StoredFile } from '../files/store-file.ts'
import { type Redacted, storePainted } from '../files/store-painted.ts'
import { emitPayoutChanged } from '../payouts/change-payout.ts'
import { findLivePayout } from '../payouts/decision-money.ts'
import { holdUnsent } from '../payouts/payout-holds.ts'
import { timestamp } from '../platform/clock.ts'
import { businessDay, today } from '../platform/days.ts'
import { inTransaction } from '../platform/db/database.ts'
import { table } from '../platform/db/table.ts'
import { encryptAnyText } from '../platform/encryption/encrypted-text.ts'
import { conflict, invalid, notFound } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import { findStandingProblem } from '../submissions/case-queries.ts'
import { lockSubmission } from '../submissions/submission-queries.ts'
import { addPictures } from './lock-problem.ts'

/** What has not left for this customer, and new payouts, are held until the decision. Returns the id. */
export async function reportProblem(
  ctx: CallContext,
  staff: Actor,
  input: ReportProblemInput,
  pictures: readonly Redacted[] = [],
) {
  // Before the pictures are decoded.
  if (pictures.length > 0 && !(await findOrderOfFiles(ctx.app.db, input.submissionId))) throw notFound()
  const painted: StoredFile[] = []
  return removeUnlessUsed(ctx.app, painted, async () => {
    for (const picture of pictures) painted.push(await storePainted(ctx.app, staff.id, picture))
    return report(ctx, staff, input, painted)
  })
}

function report(
  ctx: CallContext,
  staff: Actor,
  { submissionId, kind, foundOn, note, evidenceIds = [] }: ReportProblemInput,
  painted: readonly StoredFile[],
) {
  return inTransaction(ctx, async (tx, app) => {
    const order = await lockSubmission(tx, submissionId)
    if (!order || order.status === 'registered') throw notFound()
    const audit = await auditOwnOrder(app, tx, staff, await reviewOrPay(tx, staff), order)
    const payout = await findLivePayout(tx, order.id)
    if (payout?.state !== 'sent' && payout?.state !== 'paid') throw conflict(problemMessages.notPaid)
    const other = await findStandingProblem(tx, order.id)
    if (other) throw conflict(other.state === 'open' ? problemMessages.isReported : problemMessages.isDecided)
    const now = timestamp(app.clock)
    if (foundOn > today(app)) throw invalidDay(problemMessages.future)
    if (foundOn < businessDay(app, order.created_at)) throw invalidDay(problemMessages.beforeOrder)
    const id = newId()
    await table('order_problems').insert(tx, {
      id,
      submission_id: order.id,
      payout_id: payout.id,
      user_id: order.user_id,
      kind,
      found_at: foundOn,
      note_encrypted: encryptAnyText(app.keyring, 'order_problems', id, 'note_encrypted', note),
      reported_by: staff.id,
      reported_at: now,
      state: 'open',
      owed_cents: 0,
      left_cents: 0,
      version: 1,
    })
    await attachFiles(tx, staff.id, { problemId: id, kind: 'evidence' }, distinctFiles(painted), painted)
    await addPictures(tx, { submissionId: order.id, ownerId: staff.id, problemId: id }, evidenceIds)
    await holdUnsent(app, tx, staff, order.user_id, { kind: 'under-review', note: reviewNote(order.id) })
    await audit('problem.reported', kind)
    await emitPayoutChanged(app, tx, payout, order.id)
    return { id }
  })
}

const invalidDay = (message: string) => invalid('foundOn', message)
