import { roundedCents } from '#shared/money.ts'
import { addStaff, setStaffActive } from '../../accounts/staff-accounts.ts'
import { type Actor, noRequest } from '../../audit/audit-queries.ts'
import type { CallContext, ServerContext } from '../../context.ts'
import type { NewDisposition } from '../../inventory/disposition-amounts.ts'
import { savePlace } from '../../inventory/disposition-queries.ts'
import { recordDisposition } from '../../inventory/record-disposition.ts'
import { lockPayoutFor } from '../../payouts/change-payout.ts'
import { findItem } from '../../payouts/item-queries.ts'
import { getPayout } from '../../payouts/list-payouts.ts'
import { beginByHand, markSent } from '../../payouts/pay-by-hand.ts'
import { updateAttempt } from '../../payouts/payout-queries.ts'
import { recordReturn } from '../../payouts/record-return.ts'
import { getNewestAttempt } from '../../payouts/send-payout.ts'
import { beginPayPal } from '../../payouts/sending/paypal-calls.ts'
import { recordLookUp } from '../../payouts/sending/record-answer.ts'
import { HOUR_MS, timestamp } from '../../platform/clock.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { table } from '../../platform/db/table.ts'
import { newId } from '../../platform/ids.ts'
import { keepFigures } from '../../reports/keep-figures.ts'
import { approve } from '../../reviews/approve.ts'
import type { Submitter } from '../../submissions/new-submission.ts'
import { seedOrder } from './seed-order.ts'

export const BUSINESS_DAYS = 90
const CARDS = 60
const STEP_MS = (BUSINESS_DAYS * 24 * HOUR_MS) / (CARDS + 1)
/** Numbers of orders that no others have. */
const FIRST_NUMBER = 1001

type Shop = {
  app: ServerContext
  ctx: CallContext
  owner: Actor
  reviewers: readonly Actor[]
  buyers: readonly string[]
  customers: readonly Submitter[]
}
type Clock = { advance(ms: number): void }
type Event = { atMs: number; run: () => Promise<void> }

/** Its reviewers, whose passwords are unknown, are disabled at the end. Returns the number of orders. */
export async function seedBusiness(
  app: ServerContext,
  ctx: CallContext,
  { owner, customers, clock }: { owner: Actor; customers: readonly Submitter[]; clock: Clock },
) {
  const reviewers: Actor[] = []
  for (const name of ['Robin Vale', 'Sam Ortiz']) {
    const staff = { name, username: name.toLowerCase().replace(' ', '.'), role: 'reviewer' } as const
    reviewers.push({ ...owner, id: (await addStaff(ctx, owner, staff)).id })
  }
  const at = timestamp(app.clock)
  const names = ['Card Resale Inc.', 'Bulk Cards LLC']
  const rows = names.map((name) => ({ id: newId(), name, made_by: owner.id, made_at: at }))
  for (const row of rows) await table('buyers').insert(app.db, row)
  const buyers = rows.map(({ id }) => id)
  const shop = { app, ctx, owner, reviewers: [owner, ...reviewers], buyers, customers }
  await inOrder(clock, eventsOf(shop))
  for (const { id } of reviewers) await setStaffActive(ctx, owner, { id, isActive: false })
  await keepFigures(app)
  return CARDS
}

async function inOrder(clock: Clock, events: Event[]) {
  let now = 0
  // An event may add later ones.
  for (let next = takeNext(events); next; next = takeNext(events)) {
    clock.advance(Math.max(0, next.atMs - now))
    now = Math.max(now, next.atMs)
    await next.run()
  }
  clock.advance(BUSINESS_DAYS * 24 * HOUR_MS - now)
}

const takeNext = (events: Event[]) => events.sort((one, other) => one.atMs - other.atMs).shift()

function eventsOf(shop: Shop) {
  const events: Event[] = []
  for (let number = 0; number < CARDS; number++) {
    const submittedMs = (number + 1) * STEP_MS
    events.push({
      atMs: submittedMs,
      run: async () => {
        const submissionId = await submit(shop, number)
        const boughtMs = submittedMs + (2 + (number % 7)) * HOUR_MS
        events.push({ atMs: boughtMs, run: () => buy(shop, number, submissionId) })
        for (const [at, run] of outcomesOf(shop, number, submissionId).entries()) {
          const atMs = boughtMs + (1 + (number % 11) + at * 9) * 24 * HOUR_MS
          if (atMs < BUSINESS_DAYS * 24 * HOUR_MS) events.push({ atMs, run })
        }
      },
    })
  }
  return events
}

async function submit({ app, ctx, customers }: Shop, number: number) {
  const { brands } = app.catalogue.current
  const customer = customers[(number * 5) % customers.length]
  const brand = brands[(number * 5) % brands.length]
  if (!customer || !brand) throw new Error('There is no customer or no brand.')
  return seedOrder(ctx, customer, brand, FIRST_NUMBER + number, 1)
}

const places = [
  { place: 'account', name: 'Account 1' },
  { place: 'account', name: 'Account 2' },
  { place: 'safe', name: 'Safe' },
] as const

async function buy(shop: Shop, number: number, submissionId: string) {
  const { app, ctx, owner, reviewers } = shop
  const reviewer = reviewers[number % reviewers.length] ?? owner
  const { payout, cardBrand } = await approve(ctx, reviewer, { submissionId })
  if (!payout) throw new Error(`Submission ${submissionId} has no payout.`)
  const place = places[number % places.length] ?? places[0]
  const chosen = { chosen_by: reviewer.id, chosen_at: timestamp(app.clock) }
  await inTransaction(ctx, (tx) =>
    savePlace(tx, { submission_id: submissionId, card_brand: cardBrand, ...place, ...chosen }),
  )
  await payDemo(shop, payout.id, number)
}

function outcomesOf(shop: Shop, number: number, submissionId: string) {
  const { buyers } = shop
  const dispose = (input: (face: number, cost: number) => NewDisposition) => () =>
    disposeDemo(shop, submissionId, input)
  const buyerId = buyers[number % buyers.length]
  const sold = dispose((face, cost) => ({
    kind: 'sold',
    buyerId,
    amountCents: Math.round(cost + (face - cost) * (0.6 + (number % 4) / 10)),
    feeCents: number % 3 === 0 ? 75 : 0,
    reference: `SALE-${number}`,
  }))
  const redeemed = dispose((face) => ({ kind: 'redeemed', place: places[number % 2] ?? places[0], amountCents: face }))
  const lost = dispose(() => ({ kind: 'written-off', cause: number % 2 === 0 ? 'drained' : 'invalid' }))
  if (number % 20 === 19) return [() => returnDemo(shop, submissionId)]
  if (number % 30 === 7) return [lost]
  if (number === 11) return [lost, dispose((_, cost) => ({ kind: 'recovered', amountCents: Math.round(cost / 2) }))]
  if (number % 34 === 4) return [sold, dispose(() => ({ kind: 'charged-back' }))]
  if (number % 9 === 8) return []
  return [number % 4 === 3 ? redeemed : sold]
}

async function disposeDemo(
  { app, ctx, owner }: Shop,
  submissionId: string,
  input: (face: number, cost: number) => NewDisposition,
) {
  await inTransaction(ctx, async (tx) => {
    const item = await findItem(tx, submissionId)
    if (!item) throw new Error(`${submissionId} has no item.`)
    await recordDisposition(app, tx, { ...owner, ...noRequest }, item, input(item.face_cents, item.cost_cents))
  })
}

/** What PayPal takes at most in the United States. */
const FEE_CENTS = 25

/** Pays a ready payout: by PayPal where that is its method, else by hand. Without PayPal, the answer is made up. */
async function payDemo({ app, ctx, owner }: Shop, payoutId: string, number: number) {
  const { method, version, amount } = await getPayout(app, payoutId)
  if (method !== 'paypal') {
    const { payout } = await beginByHand(ctx, owner, { id: payoutId, version })
    return markSent(ctx, owner, { id: payoutId, version: payout.version, reference: `BANK-${2001 + number}` })
  }
  const lease = await inTransaction(ctx, async (tx) => {
    await beginPayPal(app, tx, await lockPayoutFor(app, tx, owner, { id: payoutId }), owner.id)
    const attempt = await getNewestAttempt(tx, payoutId)
    const now = timestamp(app.clock)
    const sent = { state: 'accepted', provider_batch: `DEMO-BATCH-${number}`, first_called_at: now } as const
    await updateAttempt(tx, attempt.key, { ...sent, lease_until: now })
    return { before: { ...attempt, ...sent }, leaseUntil: now }
  })
  const { key } = lease.before
  const item = {
    itemId: `DEMO-${number}`,
    payoutId,
    amountCents: roundedCents(amount),
    transactionId: `PP-${number}`,
  }
  await recordLookUp(app, lease, { result: 'found', payout: { state: 'paid', feeCents: FEE_CENTS, key, item } })
  // The server must not look up at PayPal what it never sent.
  await inTransaction(ctx, (tx) => updateAttempt(tx, key, { next_poll_at: null }))
}

async function returnDemo({ app, ctx, owner }: Shop, submissionId: string) {
  const item = await findItem(app.db, submissionId)
  if (!item) throw new Error(`${submissionId} has no item.`)
  const { id, version } = await getPayout(app, item.payout_id)
  await recordReturn(ctx, owner, { id, version, code: 'details' })
}
