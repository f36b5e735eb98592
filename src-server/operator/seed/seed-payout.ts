import type { Actor } from '../../audit/audit-queries.ts'
import type { CallContext } from '../../context.ts'
import { cancelByHand, holdPayout } from '../../payouts/hold-payout.ts'
import { getPayout } from '../../payouts/list-payouts.ts'
import { beginByHand, markSent } from '../../payouts/pay-by-hand.ts'
import { recordReturn } from '../../payouts/record-return.ts'
import { approve } from '../../reviews/approve.ts'

const states = ['ready', 'held', 'sending', 'paid', 'returned', 'canceled'] as const

export async function seedPayout(ctx: CallContext, staff: Actor, submissionId: string, number: number): Promise<void> {
  const { payout } = await approve(ctx, staff, { submissionId })
  if (!payout) throw new Error(`Submission ${submissionId} has no payout.`)
  const { id } = payout
  const present = async () => ({ id, version: (await getPayout(ctx.app, id)).version })
  const state = states[number % states.length]
  if (state === 'ready') return
  if (state === 'held')
    return holdPayout(ctx, staff, { ...(await present()), note: 'Ask the brand whether the card was activated.' })
  if (state === 'canceled')
    return cancelByHand(ctx, staff, { ...(await present()), note: 'The customer wants the card back.' })
  await beginByHand(ctx, staff, await present())
  if (state === 'sending') return
  await markSent(ctx, staff, { ...(await present()), reference: `DEMO-${1001 + number}` })
  if (state === 'returned') await recordReturn(ctx, staff, { ...(await present()), code: 'details' })
}
