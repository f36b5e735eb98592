import { expect, test } from 'vitest'
import { noRequest } from '../audit/audit-queries.ts'
import { findItem } from '../payouts/item-queries.ts'
import { verifyLedger } from '../payouts/ledger/verify-ledger.ts'
import { inTransaction } from '../platform/db/database.ts'
import { releaseAll, worksAlone } from '../testing/test-support/controls.ts'
import { aBoughtCard, aBuyer, dispose, itemOf } from '../testing/test-support/inventory.ts'
import { anApproval, balancesOf, livePayoutOf } from '../testing/test-support/payouts.ts'
import { createTestApp, customerPassword } from '../testing/test-support/test-app.ts'
import type { NewDisposition } from './disposition-amounts.ts'
import { listDispositions } from './disposition-queries.ts'
import { correctDisposition } from './record-disposition.ts'

async function site() {
  const app = await createTestApp()
  await worksAlone(app)
  const [dana, boss] = [await app.customer(), await app.staff()]
  const buyerId = await aBuyer(app, boss)
  return {
    app,
    dana,
    boss,
    sale: { kind: 'sold', buyerId, amountCents: 9600 } as const,
    item: (id: string) => itemOf(app.ctx.db, id),
    buy: () => aBoughtCard(app, dana, boss),
    dispose: (id: string, input: NewDisposition) => dispose(app, boss, id, input),
    correct: (id: string, disposition: string) =>
      inTransaction(app.call, async (tx) =>
        correctDisposition(app.ctx, tx, { id: boss.id, ...noRequest }, await itemOf(tx, id), {
          id: disposition,
          note: 'A mistake.',
        }),
      ),
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  }
}

test('the item of an order is made with the payment and has the amount of the payout as its cost', async () => {
  await using shop = await site()
  const { submissionId } = await anApproval(shop.app, shop.dana, shop.boss)
  expect(await findItem(shop.app.ctx.db, submissionId)).toBeUndefined()
  await shop.boss.api.admin.submissions.setStatus({ submissionId, status: 'completed' })
  expect(await shop.item(submissionId)).toMatchObject({
    state: 'in-stock',
    face_cents: 10_000,
    cost_cents: 9200,
    left_face_cents: 10_000,
    left_cost_cents: 9200,
    number_end: '6KRD',
  })
  expect(await verifyLedger(shop.app.ctx.db)).not.toHaveProperty('problem')
})

test('ten cards: eight sold, one drained, one sold and charged back, give margin, losses and an empty stock', async () => {
  await using shop = await site()
  const cards: string[] = []
  for (let at = 0; at < 10; at++) cards.push(await shop.buy())
  expect((await balancesOf(shop.app)).cards).toBe(92_000)
  const [drained = '', back = '', ...sold] = cards
  for (const id of [...sold, back]) await shop.dispose(id, shop.sale)
  await shop.dispose(drained, { kind: 'written-off', cause: 'drained' })
  const last = await shop.dispose(back, { kind: 'charged-back' })
  expect(last).toMatchObject({ state: 'written-off', left_face_cents: 0 })
  expect(await balancesOf(shop.app)).toEqual({
    'cash:unassigned': -92_000 + 8 * 9600,
    margin: -9 * 400,
    losses: 9200 + 9600,
  })
  expect(await verifyLedger(shop.app.ctx.db)).not.toHaveProperty('problem')
})

test('parts of a card take their share of the cost, and the last part the rest', async () => {
  await using shop = await site()
  const id = await shop.buy()
  await shop.dispose(id, { ...shop.sale, faceCents: 3333, amountCents: 3200 })
  expect(await shop.item(id)).toMatchObject({ state: 'in-stock', left_face_cents: 6667, left_cost_cents: 6134 })
  await shop.dispose(id, { kind: 'redeemed', place: { place: 'account', name: 'Amazon 2' }, faceCents: 6000 })
  await shop.dispose(id, { kind: 'written-off', cause: 'frozen' })
  expect(await shop.item(id)).toMatchObject({ state: 'written-off', left_face_cents: 0, left_cost_cents: 0 })
  expect((await balancesOf(shop.app)).cards).toBeUndefined()
  expect(await verifyLedger(shop.app.ctx.db)).not.toHaveProperty('problem')
})

const sale = { kind: 'sold', buyerId: 'buyer-1', amountCents: 9600 } as const

test.each<[string, NewDisposition, string]>([
  [
    'more than the face value',
    { ...sale, faceCents: 10_001 },
    'Enter an amount of at most $100.00, which is left of this card.',
  ],
  ['nothing', { ...sale, faceCents: 0 }, 'Enter an amount of at most $100.00, which is left of this card.'],
  ['a sale without a buyer', { kind: 'sold', amountCents: 9600 }, 'Enter the buyer.'],
  ['a sale without a price', { kind: 'sold', buyerId: 'buyer-1' }, 'Enter the price.'],
  ['a time to come', { ...sale, at: '2999-01-01T00:00:00.000Z' }, 'Enter a time that has passed.'],
  [
    'a time before the purchase',
    { ...sale, at: '2001-01-01T00:00:00.000Z' },
    'Enter a time after the card was bought.',
  ],
  ['a chargeback without a sale', { kind: 'charged-back' }, 'Only a sale can be charged back, up to its price.'],
  [
    'a recovery of no loss',
    { kind: 'recovered', amountCents: 1 },
    'Only what was written off or charged back can be recovered.',
  ],
])('%s is refused, and nothing changes', async (_, input, message) => {
  await using shop = await site()
  const id = await shop.buy()
  await expect(shop.dispose(id, input)).rejects.toThrow(message)
  expect(await listDispositions(shop.app.ctx.db, id)).toEqual([])
  expect((await shop.item(id)).version).toBe(1)
})

test('a corrected disposition leaves stock and ledger as they were, once', async () => {
  await using shop = await site()
  const id = await shop.buy()
  const before = await balancesOf(shop.app)
  await shop.dispose(id, { ...shop.sale, feeCents: 50 })
  const [sold] = await listDispositions(shop.app.ctx.db, id)
  await shop.correct(id, sold?.id ?? '')
  expect(await balancesOf(shop.app)).toEqual(before)
  expect(await shop.item(id)).toMatchObject({ state: 'in-stock', left_face_cents: 10_000, left_cost_cents: 9200 })
  await expect(shop.correct(id, sold?.id ?? '')).rejects.toThrow('This disposition was corrected already.')
  expect(await verifyLedger(shop.app.ctx.db)).not.toHaveProperty('problem')
})

test('a payout that comes back withdraws its item, and the next payment puts it in stock again', async () => {
  await using shop = await site()
  const id = await shop.buy()
  const item = await shop.item(id)
  const { version } = await shop.boss.api.payouts.get({ id: item.payout_id })
  await shop.boss.api.payouts.recordReturn({ id: item.payout_id, version, code: 'provider' })
  expect(await shop.item(id)).toMatchObject({ state: 'withdrawn', left_cost_cents: 0 })
  await expect(shop.dispose(id, shop.sale)).rejects.toThrow('Nothing of this card is in stock.')
  const method = { type: 'paypal', details: 'dana.new@mail.example' } as const
  await shop.dana.api.transactions.changePayout({ id, method, currentPassword: customerPassword })
  const again = await livePayoutOf(shop.app, id)
  const { db } = shop.app.ctx
  await db.deleteFrom('payout_holds').where('payout_id', '=', again.id).execute()
  await db.updateTable('payouts').set({ state: 'ready' }).where('id', '=', again.id).execute()
  const { payout } = await shop.boss.api.payouts.begin({ id: again.id, version: again.version })
  await shop.boss.api.payouts.markSent({ id: again.id, version: payout.version, reference: 'W-2' })
  expect(await shop.item(id)).toMatchObject({ state: 'in-stock', left_cost_cents: 9200, payout_id: again.id })
  const kinds = (await listDispositions(shop.app.ctx.db, id)).map(({ kind }) => kind)
  expect(kinds).toEqual(['withdrawn', 'restocked'])
  expect(await verifyLedger(shop.app.ctx.db)).not.toHaveProperty('problem')
})

test('a card that was sold before its payout came back stays sold, and the debt does not touch the stock', async () => {
  await using shop = await site()
  const id = await shop.buy()
  await shop.dispose(id, shop.sale)
  const { payout_id } = await shop.item(id)
  const { version } = await shop.boss.api.payouts.get({ id: payout_id })
  const returned = await shop.boss.api.payouts.recordReturn({ id: payout_id, version, code: 'provider' })
  expect(await verifyLedger(shop.app.ctx.db)).not.toHaveProperty('problem')
  const note = 'The seller gave it up.'
  await shop.boss.api.payouts.closeDebt({ id: payout_id, version: returned.version, note })
  expect(await releaseAll(shop.boss)).toEqual(['released'])
  expect(await shop.item(id)).toMatchObject({ state: 'disposed' })
  expect(await balancesOf(shop.app)).toEqual({ 'cash:unassigned': 9600, margin: -9600 })
  expect(await verifyLedger(shop.app.ctx.db)).not.toHaveProperty('problem')
})

test('a listed card leaves the stock only with its lot', async () => {
  await using shop = await site()
  const id = await shop.buy()
  await shop.boss.api.lots.make({ buyer: 'Ann', items: [{ submissionId: id, price: 96 }] })
  await expect(shop.dispose(id, shop.sale)).rejects.toThrow('This card is listed in a lot.')
  expect(await shop.item(id)).toMatchObject({ state: 'listed', left_face_cents: 10_000 })
})

test('a sale is charged back up to its price, in all', async () => {
  await using shop = await site()
  const id = await shop.buy()
  await shop.dispose(id, shop.sale)
  const message = 'Only a sale can be charged back, up to its price.'
  await expect(shop.dispose(id, { kind: 'charged-back', amountCents: 9601 })).rejects.toThrow(message)
  await shop.dispose(id, { kind: 'charged-back', amountCents: 5000 })
  await expect(shop.dispose(id, { kind: 'charged-back', amountCents: 4601 })).rejects.toThrow(message)
  await shop.dispose(id, { kind: 'charged-back', amountCents: 4600 })
  await expect(shop.dispose(id, { kind: 'charged-back' })).rejects.toThrow(message)
})

test('what was lost is recovered once: a write-off and a chargeback together', async () => {
  await using shop = await site()
  const id = await shop.buy()
  await shop.dispose(id, { ...shop.sale, faceCents: 6000, amountCents: 5000 })
  await shop.dispose(id, { kind: 'written-off', cause: 'frozen' })
  await shop.dispose(id, { kind: 'charged-back' })
  const message = 'Only what was written off or charged back can be recovered.'
  await expect(shop.dispose(id, { kind: 'recovered', amountCents: 9001 })).rejects.toThrow(message)
  await shop.dispose(id, { kind: 'recovered', amountCents: 6000 })
  await expect(shop.dispose(id, { kind: 'recovered', amountCents: 3001 })).rejects.toThrow(message)
  await shop.dispose(id, { kind: 'recovered', amountCents: 3000 })
  expect(await verifyLedger(shop.app.ctx.db)).not.toHaveProperty('problem')
})

test('nothing of a withdrawn card is corrected', async () => {
  await using shop = await site()
  const id = await shop.buy()
  await shop.dispose(id, { ...shop.sale, faceCents: 4000 })
  // No use case withdraws a card in parts, so the rule is the last guard of stock and ledger.
  await shop.app.ctx.db.updateTable('inventory_items').set({ state: 'withdrawn' }).execute()
  const before = await shop.item(id)
  const [sold] = await listDispositions(shop.app.ctx.db, id)
  await expect(shop.correct(id, sold?.id ?? '')).rejects.toThrow('This disposition cannot be corrected.')
  expect(await shop.item(id)).toEqual(before)
})

test('a move is not corrected, and keeps nothing before it from being corrected', async () => {
  await using shop = await site()
  const id = await shop.buy()
  await shop.dispose(id, { ...shop.sale, faceCents: 4000 })
  await shop.dispose(id, { kind: 'transferred', place: { place: 'safe', name: 'Safe 1' } })
  const [sold, move] = await listDispositions(shop.app.ctx.db, id)
  await expect(shop.correct(id, move?.id ?? '')).rejects.toThrow('This disposition cannot be corrected.')
  await shop.correct(id, sold?.id ?? '')
  expect(await shop.item(id)).toMatchObject({ state: 'in-stock', left_face_cents: 10_000, left_cost_cents: 9200 })
})
