import { canTakePhotos, nextStep, paidBeforeStep, stepInMail } from '#shared/next-step.ts'
import type { ReasonCode } from '#shared/reason-code.ts'
import type { AppContext } from '../context.ts'
import { listShownFiles } from '../files/file-queries.ts'
import { timestamp } from '../platform/clock.ts'
import type { Tx } from '../platform/db/database.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'
import { listNewestPayouts } from './payout-facts-queries.ts'
import { stageOf } from './payout-view.ts'

/** The next step that the e-mail about a rejection names; `order` is the row before it. */
export async function mailedStep(
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
