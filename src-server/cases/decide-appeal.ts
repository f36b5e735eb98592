import { appealMessages } from '#shared/appeal.ts'
import type { DecideAppealInput, DecidedAppeal } from '#shared/appeal-schema.ts'
import type { WantedItem } from '#shared/information-request.ts'
import { needsEvidence } from '#shared/reason-code.ts'
import { requireScope } from '../accounts/api-tokens/find-token-holder.ts'
import { auditOwnOrder, isAllowed } from '../accounts/staff-links.ts'
import type { Actor } from '../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../context.ts'
import { askedAct } from '../controls/perform-act.ts'
import { listFilesOf } from '../files/file-queries.ts'
import { timestamp } from '../platform/clock.ts'
import type { AppealTable } from '../platform/db/appeal-tables.ts'
import type { Tx } from '../platform/db/database.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'
import { table } from '../platform/db/table.ts'
import { encryptText } from '../platform/encryption/encrypted-text.ts'
import { AppError, conflict, notFound } from '../platform/errors.ts'
import { fieldsOf } from '../platform/without-nulls.ts'
import { assertMayOweEvidence, chosenCheck } from '../reviews/record-check.ts'
import { changeStatus, reasonCodeOf, systemReason } from '../submissions/change-status.ts'
import { mailCustomer, reasonForMail } from '../submissions/submission-email.ts'
import { lockSubmission } from '../submissions/submission-queries.ts'
import { decidesAs, permissionFor } from './decides-as.ts'
import { lockProblem } from './lock-problem.ts'
import { noteAppeal } from './note-appeal.ts'
import { openRequest } from './open-request.ts'
import { reverseClawback } from './set-off.ts'

/**
 * When the seller is right, a rejected order is checked again at its old rate, and what was erased is requested from
 * them; a claw back is reversed. That waives what was not repaid, which asks for a second person; the payout of what
 * was repaid asks for its own. When the decision stands, nothing else changes.
 */
export const decideAppeal = askedAct(
  'claw-back',
  async (app, tx, staff, input: DecideAppealInput, ask): Promise<DecidedAppeal> => {
    const found = await table('appeals').find(tx, { id: input.appealId })
    const order = found && (await lockSubmission(tx, found.submission_id))
    const appeal = await table('appeals').findLocked(tx, { id: input.appealId })
    if (!order || !appeal) throw notFound()
    const { audit, decidedAs } = await assertMayAnswer(app, tx, staff, { appeal, order })
    const { outcome, words } = input
    const answer = {
      state: outcome,
      decided_by: staff.id,
      decided_at: timestamp(app.clock),
      decided_as: decidedAs,
      answer_encrypted: encryptText(app.keyring, 'appeals', appeal.id, 'answer_encrypted', words),
    }
    const { id, problem_id } = appeal
    if (!(await table('appeals').update(tx, { id, state: 'open' }, answer))) throw conflict(appealMessages.notOpen)
    if (outcome === 'stands') {
      const check = problem_id === null ? await checkOf(app, tx, staff, order, input) : undefined
      await noteAppeal(app, tx, { problem_id, order }, { code: 'appeal-stands', by: staff.id, check })
    } else if (problem_id === null) await checkAgain(app, tx, staff, order)
    else {
      const { problem } = await lockProblem(tx, problem_id)
      await reverseClawback(app, tx, staff, { problem, order }, ask)
    }
    await audit('appeal.decided', `${outcome}, ${decidedAs}`)
    await mailCustomer(app, tx, order, {
      kind: 'appeal-decided',
      outcome,
      answer: reasonForMail(app.keyring, order, words),
      isClawback: problem_id !== null,
    })
    return { id, submissionId: order.id, state: outcome }
  },
)

/** An appeal as it is after such a call, which may wait. */
export async function decidedAppealOf(ctx: CallContext, staff: Actor, input: DecideAppealInput) {
  const { result, ...waits } = await decideAppeal(ctx, staff, input)
  if (result) return result
  const appeal = await table('appeals').find(ctx.app.db, { id: input.appealId })
  if (!appeal) throw notFound()
  return { ...fieldsOf(appeal, 'id', 'submission_id', 'state'), ...waits }
}

/** An answer cannot wait for evidence that the policy requires with the decision. */
async function checkOf(app: AppContext, tx: Tx, staff: Actor, order: SubmissionTable, { checkId }: DecideAppealInput) {
  const check = await chosenCheck(app, tx, { submissionId: order.id, by: staff.id, checkId })
  const isOwed = order.evidence_due_at !== null && needsEvidence(reasonCodeOf(order))
  if (isOwed && !check?.file_id) assertMayOweEvidence(app, 'checkId')
  return check
}

async function assertMayAnswer(
  app: AppContext,
  tx: Tx,
  staff: Actor,
  { appeal, order }: { appeal: AppealTable; order: SubmissionTable },
) {
  const permission = permissionFor(appeal)
  if (!(await isAllowed(tx, staff, permission))) throw new AppError('forbidden', appealMessages.noPermission)
  requireScope(staff, permission === 'pay' ? 'payouts:write' : 'submissions:write')
  const audit = await auditOwnOrder(app, tx, staff, permission, order)
  if (appeal.state !== 'open') throw conflict(appealMessages.notOpen)
  const decidedAs = await decidesAs(app, tx, staff.id, { appeal, customerId: order.user_id })
  if (!decidedAs) throw new AppError('forbidden', appealMessages.freshEyes)
  return { audit, decidedAs }
}

/** The order is open again with its price, and waits for what the seller has to send again. */
async function checkAgain(app: AppContext, tx: Tx, staff: Actor, order: SubmissionTable) {
  const requested = await requestErased(app, tx, staff, order)
  const change = { status: 'processing', ...systemReason('appeal-right'), changedBy: staff.id } as const
  // What the seller sends again is purged once more at its end. Without time left it is due first.
  const columns = { final_at: null, erase_code_at: null, purged_at: null, wait_left_ms: 0, ...requested }
  await changeStatus(app, tx, order, { ...change, resumed: { columns } })
}

async function requestErased(app: AppContext, tx: Tx, staff: Actor, order: SubmissionTable) {
  const needsExpiry = app.catalogue.current.find(order.card_brand)?.rules.expiryNeeded ?? false
  const hasPhotos = (await listFilesOf(tx, order.id)).length > 0
  const photos: WantedItem[] = hasPhotos ? [] : ['front', 'back']
  const number: WantedItem[] = order.card_number_encrypted === null ? ['number'] : []
  const expiry: WantedItem[] = needsExpiry && order.expiring_date_encrypted === null ? ['expiry'] : []
  const wants: WantedItem[] = [...photos, ...number, 'code', ...expiry]
  await openRequest(app, tx, order, staff.id, { kind: 'fix', wants: JSON.stringify(wants) })
  return { request_state: 'requested' } as const
}
