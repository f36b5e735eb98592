import { canTakePhotos, nextStep, paidBeforeStep, stepInMail } from '#shared/next-step.ts'
import type { ReasonCode } from '#shared/reason-code.ts'
import type { ReviewStatus } from '#shared/submission.ts'
import type { AppContext } from '../context.ts'
import { listShownFiles } from '../files/file-queries.ts'
import { timestamp } from '../platform/clock.ts'
import type { Tx } from '../platform/db/database.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'
import { table } from '../platform/db/table.ts'
import { deleteUnsentMail, sendMailNow } from '../platform/mail/outbox-queries.ts'
import { mailCustomer, type OrderMailFacts } from './mail-customer.ts'
import { listNewestPayouts } from './payout-facts-queries.ts'
import { stageOf } from './payout-view.ts'
import { reasonForMail } from './submission-email.ts'

type Change = {
  status: ReviewStatus
  reason: string | null
  reasonCode: ReasonCode | null
  undoUntil: string | null
  reference?: string | undefined
  isPayoutBack?: true | undefined
  isPaid?: true | undefined
  mail?: OrderMailFacts | undefined
  evidence?: 'shown' | 'owed' | undefined
}

/** Returns the id of the mail, which is due now or at `undoUntil`. `submission` is the row before the decision. */
export async function notifyCustomer(
  app: AppContext,
  tx: Tx,
  submission: SubmissionTable,
  { status, reason, reasonCode, undoUntil, reference, isPayoutBack, isPaid, evidence, mail: other }: Change,
): Promise<string | null> {
  if (!other && status === submission.status && reason === submission.status_reason) return null
  await settleFormerMail(app, tx, submission, undoUntil !== null)
  const step = !other && status === 'rejected' ? await mailedStep(app, tx, submission, reasonCode) : undefined
  const mail = other ?? {
    kind: 'status-changed' as const,
    status,
    reason: reason && reasonForMail(app.keyring, submission, reason),
    ...(reference !== undefined && { reference: reasonForMail(app.keyring, submission, reference) }),
    ...(isPayoutBack && { isPayoutBack }),
    ...(isPaid && { isPaid }),
    ...(step !== undefined && { nextStep: step }),
    ...(evidence && { evidence }),
  }
  return mailCustomer(app, tx, submission, mail, undoUntil ?? undefined)
}

/** An unsent mail is sent before a new one that waits, to keep their order; else the new one replaces it. */
async function settleFormerMail(
  app: AppContext,
  tx: Tx,
  submission: SubmissionTable,
  newOneWaits: boolean,
): Promise<void> {
  const former = await table('status_changes').find(tx, { submission_id: submission.id, version: submission.version })
  if (!former?.mail_id) return
  if (newOneWaits) await sendMailNow(tx, former.mail_id, timestamp(app.clock))
  else await deleteUnsentMail(tx, former.mail_id)
}

/** The next step that the e-mail about a rejection names; `order` is the row before it. */
async function mailedStep(
  { clock }: Pick<AppContext, 'clock'>,
  tx: Tx,
  order: SubmissionTable,
  code: ReasonCode | null,
): Promise<string | undefined> {
  if (code === null || code === 'withdrawn') return undefined
  const payout = (await listNewestPayouts(tx, [order.id], timestamp(clock))).get(order.id)
  const stage = stageOf({ ...order, status: 'rejected' }, payout)
  if (stage === 'paid' || stage === 'on-its-way') return stepInMail(paidBeforeStep)
  const fileCount = (await listShownFiles(tx, [order.id])).length
  const facts = { cardBrand: order.card_brand, fileCount, isErased: order.purged_at !== null }
  return stepInMail(nextStep('rejected', code, canTakePhotos(facts)))
}
