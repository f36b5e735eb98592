import type { SubmitInput } from '#shared/submission-schema.ts'
import { noRequest } from '../../audit/audit-queries.ts'
import { makePayoutFile } from '../../payouts/files/payout-file.ts'
import { listBalances } from '../../payouts/ledger/ledger-queries.ts'
import { beginByHand } from '../../payouts/pay-by-hand.ts'
import { openAttempts } from '../../payouts/payout-queries.ts'
import { newId } from '../../platform/ids.ts'
import { aSubmission } from './factories.ts'
import { connectFakePayPal } from './fake-paypal/connect-fake-paypal.ts'
import { doPayPalWork } from './paypal-work.ts'
import type { Person, TestApp } from './test-app.ts'
import type { World } from './world.ts'

/** Submits a card of this customer, which `staff` approve; returns the ids of the order and of its payout. */
export async function anApproval(
  app: TestApp,
  customer: Person,
  staff: Person,
  changes: Partial<SubmitInput> = {},
): Promise<{ submissionId: string; payoutId: string }> {
  const submissionId = await aSubmission(app, customer, changes)
  await staff.api.admin.review.approve({ submissionId })
  return { submissionId, payoutId: (await livePayoutOf(app, submissionId)).id }
}

/** The payout of an order that has not failed, come back or been canceled. */
export async function livePayoutOf({ ctx }: Pick<TestApp, 'ctx'>, submissionId: string) {
  return ctx.db
    .selectFrom('payouts')
    .innerJoin('payout_lines', 'payout_lines.payout_id', 'payouts.id')
    .selectAll('payouts')
    .where('submission_id', '=', submissionId)
    .where('is_live', '=', 1)
    .executeTakeFirstOrThrow()
}

/** The balances of all accounts that are not zero, in cents in minus cents out; customers are named by their ids. */
export async function balancesOf({ ctx }: Pick<TestApp, 'ctx'>): Promise<Record<string, number>> {
  const rows = await listBalances(ctx.db)
  return Object.fromEntries(
    rows.flatMap(({ account, debits, credits }) => (debits === credits ? [] : [[account, debits - credits]])),
  )
}

/** A payout as calls name it. */
export type VersionedPayout = { id: string; version: number }

/** A payout of Dana that is ready, whatever earlier calls changed of her account; a reviewer has approved it. */
export async function aReadyPayout(
  { app, dana, reviewer }: World,
  changes: Partial<SubmitInput> = {},
): Promise<VersionedPayout> {
  const { payoutId: id } = await anApproval(app, dana, reviewer, changes)
  const { db } = app.ctx
  await db.deleteFrom('payout_holds').where('payout_id', '=', id).execute()
  await db.updateTable('payouts').set({ state: 'ready' }).where('id', '=', id).execute()
  return present(app, id)
}

/** A ready payout of Dana to her PayPal account, on a site with a PayPal app. */
export async function aReadyPayPalPayout(world: World): Promise<VersionedPayout> {
  await connectFakePayPal(world.app)
  return aReadyPayout(world, toPayPal())
}

/** A payout of Dana that was requested from PayPal, of which nothing is known. */
export async function anUnknownPayout(world: World): Promise<VersionedPayout> {
  const { id } = await aReadyPayPalPayout(world)
  await world.owner.api.payouts.sendNow({ ids: [id] })
  await loseOutcome(world.app, id)
  return present(world.app, id)
}

/** A payout of Dana that PayPal has accepted, and whose receiver has not claimed it. */
export async function anUnclaimedPayout(world: World): Promise<VersionedPayout> {
  const { app, owner } = world
  await connectFakePayPal(app)
  const { id } = await aReadyPayout(world, toPayPal('unclaimed@mail.example'))
  await owner.api.payouts.sendNow({ ids: [id] })
  await doPayPalWork(app)
  const now = app.clock.now().toISOString()
  await app.ctx.db.updateTable('payout_attempts').set({ next_poll_at: now }).where('payout_id', '=', id).execute()
  await doPayPalWork(app)
  return present(app, id)
}

/** Ends what the server does to find out what became of a payout that is being sent by PayPal. */
export async function loseOutcome({ ctx }: Pick<TestApp, 'ctx'>, payoutId: string): Promise<void> {
  const unknown = { state: 'unknown', next_poll_at: null, error_code: 'DUPLICATE_WITHOUT_LINK' } as const
  await ctx.db.updateTable('payout_attempts').set(unknown).where('payout_id', '=', payoutId).execute()
}

/** The payment method of an order that PayPal pays. */
export const toPayPal = (paymentDetails = 'dana@mail.example') => ({ paymentMethod: 'paypal', paymentDetails }) as const

/** A payout of Dana that another person releases or lifts, and its hold. */
export async function aHeldPayout(
  world: World,
  kind: 'second-person' | 'by-hand',
): Promise<VersionedPayout & { holdId: string }> {
  const { db } = world.app.ctx
  const payout = await aReadyPayout(world)
  const hold = { id: newId(), payout_id: payout.id, kind, made_by: world.reviewer.id } as const
  const open = { note: '', ends_at: null, lifted_by: null, lifted_at: null }
  await db
    .insertInto('payout_holds')
    .values({ ...hold, ...open, made_at: world.app.clock.now().toISOString() })
    .execute()
  await db.updateTable('payouts').set({ state: 'held' }).where('id', '=', payout.id).execute()
  return { ...payout, holdId: hold.id }
}

/** A payout of Dana that this person pays by hand if they may, else the owner. */
export async function aBegunPayout(world: World, who?: Person): Promise<VersionedPayout> {
  const { app, owner, finance } = world
  const payout = await aReadyPayout(world)
  await beginByHand(app.call, { id: who?.id === finance.id ? who.id : owner.id, ...noRequest }, payout)
  return present(app, payout.id)
}

/** How an order is paid to a bank account. */
export const toBank = {
  paymentMethod: 'bank',
  paymentDetails: '',
  accountNumber: '000123456789',
  routingNumber: '021000021',
} as const

/** A payment file of this person if they may pay, else of the owner, with one payout of Dana that is being sent. */
export async function aPayoutFile(world: World, who?: Person): Promise<{ id: string; payoutId: string }> {
  const payout = await aReadyPayout(world, toBank)
  const maker = who?.id === world.finance.id ? who : world.owner
  const ids = { id: maker.id, ...noRequest }
  const { file } = await makePayoutFile(world.app.call, ids, { format: 'bank', payouts: [payout] })
  return { id: file.id, payoutId: payout.id }
}

/** A payout of Dana that the owner has paid. */
export async function aPaidPayout(world: World): Promise<VersionedPayout> {
  const begun = await aBegunPayout(world, world.owner)
  await world.owner.api.payouts.markSent({ ...begun, reference: 'CA-1' })
  return present(world.app, begun.id)
}

/** A payout of Dana of which another colleague recorded that it came back. */
export async function aReturnedPayout(world: World): Promise<VersionedPayout> {
  const paid = await aPaidPayout(world)
  const colleague = await world.app.colleague('finance')
  await colleague.api.payouts.recordReturn({ ...paid, code: 'provider' })
  return present(world.app, paid.id)
}

/** The order of a payout of Dana that came back. */
export async function anOrderOfReturnedPayout(world: World): Promise<string> {
  const { id } = await aReturnedPayout(world)
  return (await world.owner.api.payouts.get({ id })).submissionId
}

/** Ends every attempt to pay, so that all data can be cleared. */
export async function endAttempts({ app }: Pick<World, 'app'>): Promise<void> {
  await app.ctx.db.updateTable('payout_attempts').set({ state: 'refused' }).where('state', 'in', openAttempts).execute()
}

async function present({ ctx }: Pick<TestApp, 'ctx'>, id: string): Promise<VersionedPayout> {
  return ctx.db.selectFrom('payouts').select(['id', 'version']).where('id', '=', id).executeTakeFirstOrThrow()
}
