import { appealMessages } from '#shared/appeal.ts'
import type { OpenAppealInput, WithdrawAppealInput } from '#shared/appeal-schema.ts'
import { type Actor, audit } from '../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../context.ts'
import { attachFiles, choosableFiles } from '../files/attach-files.ts'
import { HOUR_MS, timestamp } from '../platform/clock.ts'
import { inTransaction, type Tx } from '../platform/db/database.ts'
import { table } from '../platform/db/table.ts'
import { encryptText } from '../platform/encryption/encrypted-text.ts'
import { conflict } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import { findOpenAppeal, listAppealsOf } from '../submissions/case-queries.ts'
import { appealableOf } from '../submissions/case-views.ts'
import { eraseAtEnd } from '../submissions/purge-submission.ts'
import { mailCustomer } from '../submissions/submission-email.ts'
import { listStatusChanges } from '../submissions/submission-queries.ts'
import { goneFile, lockOwnOrder } from '../submissions/submission-rules.ts'
import { noteAppeal } from './note-appeal.ts'

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
    const closed = { state: 'withdrawn', decided_at: timestamp(app.clock) } as const
    if (!appeal || !(await table('appeals').update(tx, { id: appeal.id, state: 'open' }, closed)))
      throw conflict(appealMessages.notOpen)
    await noteAppeal(app, tx, { ...appeal, order }, { code: 'appeal-withdrawn', by: customer.id })
    await audit(app, tx, customer, 'appeal.withdrawn', order.id)
  })
}
