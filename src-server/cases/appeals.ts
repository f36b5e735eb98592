import { appealMessages, type DecidedAs } from '#shared/appeal.ts'
import type { DecideAppealInput, DecidedAppeal, OpenAppealInput, WithdrawAppealInput } from '#shared/case-schema.ts'
import type { WantedItem } from '#shared/information-request.ts'
import { needsEvidence } from '#shared/reason-code.ts'
import { hasPermission, staffRoles } from '#shared/staff-role.ts'
import type { SystemReasonCode } from '#shared/system-reasons.ts'
import { requireScope } from '../accounts/api-tokens/find-token-holder.ts'
import { auditOwnOrder, isAllowed } from '../accounts/staff-links.ts'
import { hasUnlinkedColleague } from '../accounts/staff-queries.ts'
import { type Actor, audit } from '../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../context.ts'
import { askedAct } from '../controls/perform-act.ts'
import { attachFiles, choosableFiles } from '../files/attach-files.ts'
import { listFilesOf } from '../files/file-queries.ts'
import { HOUR_MS, timestamp } from '../platform/clock.ts'
import type { AppealTable } from '../platform/db/case-tables.ts'
import { type Db, inTransaction, type Tx } from '../platform/db/database.ts'
import type { BalanceCheckTable } from '../platform/db/file-tables.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'
import { table } from '../platform/db/table.ts'
import { encryptText } from '../platform/encryption/encrypted-text.ts'
import { AppError, conflict, notFound } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import { fieldsOf } from '../platform/without-nulls.ts'
import { assertMayOweEvidence, chosenCheck } from '../reviews/record-check.ts'
import { findOpenAppeal, listAppealsOf } from '../submissions/case-queries.ts'
import { appealableOf } from '../submissions/case-views.ts'
import { changeStatus, reasonCodeOf, systemReason } from '../submissions/change-status.ts'
import { eraseAtEnd } from '../submissions/purge-submission.ts'
import { mailCustomer, reasonForMail } from '../submissions/submission-email.ts'
import { listStatusChanges } from '../submissions/submission-queries.ts'
import { goneFile, lockOwnOrder } from '../submissions/submission-rules.ts'
import { listDeciders } from './case-queries.ts'
import { lockCase, openRequest } from './case-steps.ts'
import { changeProblem, lockProblem } from './problems.ts'
import { reverseClawback } from './set-off.ts'

/** Until the answer no other decision is made, and what is left of the card is kept, but never its code. */
export async function openAppeal(ctx: CallContext, customer: Actor, input: OpenAppealInput) {
  const { disk } = ctx.app
  if (input.fileIds.length > 0 && disk.isLow()) throw disk.rejection()
  await inTransaction(ctx, (tx, app) => open(app, tx, customer, input))
}

async function open(app: AppContext, tx: Tx, customer: Actor, { orderId, words, fileIds }: OpenAppealInput) {
  const order = await lockOwnOrder(tx, customer.id, orderId)
  const appeals = await listAppealsOf(tx, order.id)
  if (appeals.some(({ state }) => state === 'open')) throw conflict(appealMessages.isAppealed)
  const appealable = await appealableOf(app, tx, order, { history: await listStatusChanges(tx, order.id), appeals })
  if ('refusal' in appealable) throw conflict(appealable.refusal)
  const { decision_id, problem_id } = appealable
  const [id, dueAt] = [newId(), timestamp(app.clock, app.policies.get('appeals').answerHours * HOUR_MS)]
  const text = encryptText(app.keyring, 'appeals', id, 'words_encrypted', words)
  const unanswered = { decided_by: null, decided_at: null, decided_as: null, answer_encrypted: null }
  await table('appeals').insert(tx, {
    ...{ id, submission_id: order.id, decision_id, problem_id, state: 'open', words_encrypted: text, ...unanswered },
    ...{ opened_at: timestamp(app.clock), due_at: dueAt },
  })
  // The job that erases the code may not have run since the undo window ended.
  const isLeft = problem_id === null && order.security_code_encrypted !== null
  if (isLeft) await eraseAtEnd(app, tx, order, timestamp(app.clock))
  const files = await choosableFiles(tx, customer.id, { fileIds, received: [] }, goneFile)
  await attachFiles(tx, customer.id, { submissionId: order.id, appealId: id, kind: 'appeal' }, files, [])
  await noteAppeal(app, tx, { problem_id, order }, { code: 'appeal-open', by: customer.id })
  await audit(app, tx, customer, 'appeal.opened', order.id)
  await mailCustomer(app, tx, order, { kind: 'appeal-received', dueAt })
}

/** The decision stands and cannot be appealed again. */
export async function withdrawAppeal(ctx: CallContext, customer: Actor, { orderId }: WithdrawAppealInput) {
  await inTransaction(ctx, async (tx, app) => {
    const order = await lockOwnOrder(tx, customer.id, orderId)
    const appeal = await findOpenAppeal(tx, order.id)
    if (!appeal) throw conflict(appealMessages.notOpen)
    const closed = { state: 'withdrawn', decided_at: timestamp(app.clock) } as const
    await table('appeals').update(tx, { id: appeal.id }, closed)
    await noteAppeal(app, tx, { ...appeal, order }, { code: 'appeal-withdrawn', by: customer.id })
    await audit(app, tx, customer, 'appeal.withdrawn', order.id)
  })
}

/**
 * When the seller is right, a rejected order is checked again at its old rate, and what was erased is requested from
 * them; a claw back is reversed. That waives what was not repaid, which asks for a second person; the payout of what
 * was repaid asks for its own. When the decision stands, nothing else changes.
 */
export const decideAppeal = askedAct('claw-back', async (app, tx, staff, input: DecideAppealInput, ask) => {
  const locked = await lockCase(tx, table('appeals'), input.appealId)
  if (!locked) throw notFound()
  const { audit, decidedAs } = await assertMayAnswer(app, tx, staff, locked)
  const { order, row } = locked
  const { id, problem_id } = row
  const { outcome, words } = input
  await table('appeals').update(
    tx,
    { id },
    {
      state: outcome,
      decided_by: staff.id,
      decided_at: timestamp(app.clock),
      decided_as: decidedAs,
      answer_encrypted: encryptText(app.keyring, 'appeals', id, 'answer_encrypted', words),
    },
  )
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
})

export async function getDecidedAppeal({ db }: AppContext, id: string): Promise<DecidedAppeal> {
  return fieldsOf(await table('appeals').getLocked(db, { id }), 'id', 'submission_id', 'state')
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
  { row: appeal, order }: { row: AppealTable; order: SubmissionTable },
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

/** The order is open again with its price, and waits for what was erased, which the seller has to send again. */
async function checkAgain(app: AppContext, tx: Tx, staff: Actor, order: SubmissionTable) {
  const needsExpiry = app.catalogue.current.find(order.card_brand)?.rules.expiryNeeded ?? false
  const hasPhotos = (await listFilesOf(tx, order.id)).length > 0
  const photos: WantedItem[] = hasPhotos ? [] : ['front', 'back']
  const number: WantedItem[] = order.card_number_encrypted === null ? ['number'] : []
  const expiry: WantedItem[] = needsExpiry && order.expiring_date_encrypted === null ? ['expiry'] : []
  const wants: WantedItem[] = [...photos, ...number, 'code', ...expiry]
  await openRequest(app, tx, order, staff.id, { kind: 'fix', wants: JSON.stringify(wants) })
  const change = { status: 'processing', ...systemReason('appeal-right'), changedBy: staff.id } as const
  // What the seller sends again is purged once more at its end. Without time left it is due first.
  const erased = { final_at: null, erase_code_at: null, purged_at: null, wait_left_ms: 0 }
  await changeStatus(app, tx, order, { ...change, resumed: { columns: { ...erased, request_state: 'requested' } } })
}

const permissionFor = ({ problem_id }: Pick<AppealTable, 'problem_id'>) => (problem_id === null ? 'review' : 'pay')

/** Undefined when the rules leave the answer to a person who has not decided on the order. */
export async function decidesAs(
  { policies }: Pick<AppContext, 'policies'>,
  db: Db,
  staffId: string,
  { appeal, customerId }: { appeal: Pick<AppealTable, 'submission_id' | 'problem_id'>; customerId: string },
): Promise<DecidedAs | undefined> {
  const deciders = await listDeciders(db, appeal)
  if (!deciders.includes(staffId)) return 'another'
  const { freshEyes } = policies.get('appeals')
  if (freshEyes === 'refuse') return undefined
  const roles = staffRoles.filter((role) => hasPermission(role, permissionFor(appeal)))
  if (!(await hasUnlinkedColleague(db, { customerId, roles, except: deciders }))) return 'alone'
  return freshEyes === 'allow' ? 'same' : undefined
}

type Appealed = Pick<AppealTable, 'problem_id'> & { order: SubmissionTable }
type Note = {
  code: Extract<SystemReasonCode, `appeal-${string}`>
  by: string
  check?: BalanceCheckTable | undefined
}

/** Status, reason and owed evidence stay, but a `check` with a picture is the evidence. */
async function noteAppeal(app: AppContext, tx: Tx, { problem_id, order }: Appealed, { code, by, check }: Note) {
  if (problem_id !== null) {
    await changeProblem(app, tx, (await lockProblem(tx, problem_id)).problem, {})
    return
  }
  const { status_reason, status_reason_code } = order
  const evidence_due_at = check?.file_id ? null : order.evidence_due_at
  const resumed = { columns: { status_reason, status_reason_code, evidence_due_at } }
  const about = { ...systemReason(code), changedBy: by, checkId: check?.id ?? null }
  await changeStatus(app, tx, order, { status: 'rejected', ...about, resumed })
}
