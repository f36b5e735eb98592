import { sql } from 'kysely'
import { expect } from 'vitest'
import { verifyLog } from '../../audit/verify-log.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { test } from '../../testing/test-support/app-test.ts'
import { aFinishedSubmission } from '../../testing/test-support/factories.ts'
import { aBoughtCard, dispose } from '../../testing/test-support/inventory.ts'
import { aTransfer, replaceUnposted } from '../../testing/test-support/ledger.ts'
import { anApproval, balancesOf, livePayoutOf } from '../../testing/test-support/payouts.ts'
import { anOffer } from '../../testing/test-support/problems.ts'
import { createTestApp, customerPassword, type TestApp } from '../../testing/test-support/test-app.ts'
import { isOnPostgres } from '../../testing/test-support/test-database.ts'
import { postDebt } from '../payout-transfers.ts'
import { mendLedger } from './mend-ledger.ts'
import { postTransfers } from './post-transfers.ts'
import { checkLedger, verifyLedger } from './verify-ledger.ts'

const problemOf = async ({ ctx }: TestApp) => (await verifyLedger(ctx.db)).problem

/** Lets the test change the ledger, as an attacker with the database file can. */
async function withoutTriggers({ ctx }: TestApp): Promise<void> {
  for (const name of ['ledger_transfers_no_update', 'ledger_transfers_no_delete', 'ledger_transfers_inserted'])
    if (isOnPostgres()) await sql`alter table ledger_transfers disable trigger ${sql.ref(name)}`.execute(ctx.db)
    else await sql`${sql.raw('drop')} trigger ${sql.ref(name)}`.execute(ctx.db)
}

test('a ledger of payouts in every state is right', async ({ app, customer: dana, staff: boss }) => {
  await aFinishedSubmission(app, dana)
  await anApproval(app, dana, boss)
  const { payoutId: id } = await anApproval(app, dana, boss)
  await boss.api.payouts.begin({ id, version: 1 })
  const canceled = await anApproval(app, dana, boss)
  await boss.api.admin.submissions.setStatus({ submissionId: canceled.submissionId, status: 'rejected' })
  expect(await verifyLedger(app.ctx.db)).toEqual({ transfers: 8 })
})

test('names the transfer whose amount was changed, the missing one and the one with another key', async ({ app }) => {
  await aFinishedSubmission(app, await app.customer())
  await withoutTriggers(app)
  const { db } = app.ctx
  const change = (sequence: number, row: { amount_cents?: number; key?: string; sequence?: number; day?: string }) =>
    db.updateTable('ledger_transfers').set(row).where('sequence', '=', sequence).execute()
  await change(2, { amount_cents: 1 })
  expect(await problemOf(app)).toMatch(/^Transfer 2 moves 1 cents, but its payout PO-\w{10} is of 9200\.$/)
  await change(2, { amount_cents: 9200, key: 'other:1' })
  expect(await problemOf(app)).toBe('Transfer 2 (send) has the key other:1.')
  await change(2, { key: 'send:1', day: '2026-12-24' })
  expect(await problemOf(app)).toBe('Transfer 2 has no valid day: 2026-12-24.')
  await change(2, { day: '2026-11-20' })
  expect(await problemOf(app)).toBeUndefined()
  await db.deleteFrom('ledger_transfers').where('sequence', '=', 2).execute()
  expect(await problemOf(app)).toBe('Transfer 2 is missing: after 1 comes 3.')
})

test('names a transfer that was added without a valid number', async ({ app }) => {
  await aFinishedSubmission(app, await app.customer())
  await withoutTriggers(app)
  const added = { ...aTransfer(1), sequence: 0, at: '2026-11-20T12:00:00.000Z', day: '2026-11-20', currency: 'USD' }
  await app.ctx.db.insertInto('ledger_transfers').values(added).execute()
  expect(await problemOf(app)).toBe('The transfer move:1 has no valid number.')
})

test('names the account whose last transfer was deleted, or whose balance was changed', async ({ app }) => {
  await aFinishedSubmission(app, await app.customer())
  const { db } = app.ctx
  await db.updateTable('ledger_balances').set({ debits: 7 }).where('account', '=', 'cards').execute()
  expect(await problemOf(app)).toBe(
    'The balance of cards is stored as 7 in and 0 out, but its transfers are 9200 in and 0 out.',
  )
  await db.updateTable('ledger_balances').set({ debits: 9200 }).where('account', '=', 'cards').execute()
  await withoutTriggers(app)
  await db.deleteFrom('ledger_transfers').where('sequence', '=', 3).execute()
  expect(await problemOf(app)).toMatch(/^The balance of (clearing|cash):unassigned is stored/)
})

test('names the account whose balance of outgoing money was changed, or that no transfer has', async ({ app }) => {
  await aFinishedSubmission(app, await app.customer())
  const { db } = app.ctx
  await db.updateTable('ledger_balances').set({ credits: 9100 }).where('account', '=', 'cash:unassigned').execute()
  expect(await problemOf(app)).toBe(
    'The balance of cash:unassigned is stored as 0 in and 9100 out, but its transfers are 0 in and 9200 out.',
  )
  await db.updateTable('ledger_balances').set({ credits: 9200 }).where('account', '=', 'cash:unassigned').execute()
  await db
    .insertInto('ledger_balances')
    .values({ account: 'cash:other', currency: 'USD', debits: 0, credits: 7 })
    .execute()
  expect(await problemOf(app)).toBe(
    'The balance of cash:other is stored as 0 in and 7 out, but its transfers are 0 in and 0 out.',
  )
})

test('names the customer of a payout whose debt is not in the ledger', async ({ app }) => {
  const [dana, tom] = [await app.customer(), await app.customer('Tom Okafor')]
  const { submissionId } = await anApproval(app, dana, await app.staff())
  const payout = await livePayoutOf(app, submissionId)
  const unposted = { ...payout, id: 'PO-UNPOSTED', idempotency_key: 'GCE-UNPOSTED-1', user_id: tom.id }
  await app.ctx.db.insertInto('payouts').values(unposted).execute()
  expect(await problemOf(app)).toBe(`payable:${tom.id} has 0 cents, but the payouts say 9200.`)
})

test('names the customer to whom more is owed than the payouts say', async ({ app, customer: dana }) => {
  const { submissionId } = await anApproval(app, dana, await app.staff())
  const { id } = await livePayoutOf(app, submissionId)
  await app.ctx.db.updateTable('payouts').set({ state: 'canceled' }).where('id', '=', id).execute()
  expect(await problemOf(app)).toBe(`payable:${dana.id} has 9200 cents, but the payouts say 0.`)
})

test('names the order whose debt was posted again', async ({ app, customer: dana, staff: boss }) => {
  await anApproval(app, dana, boss)
  const { submissionId, payoutId: id } = await anApproval(app, dana, boss)
  const { payout } = await boss.api.payouts.begin({ id, version: 1 })
  const paid = await boss.api.payouts.markSent({ id, version: payout.version, reference: 'CA-1' })
  await boss.api.payouts.recordReturn({ id, version: paid.version, code: 'provider' })
  const method = { type: 'paypal', details: 'dana.new@mail.example' } as const
  await dana.api.transactions.changePayout({ id: submissionId, method, currentPassword: customerPassword })
  expect(await problemOf(app)).toBeUndefined()
  await app.ctx.db.updateTable('payouts').set({ debt_ended_at: null }).where('id', '=', id).execute()
  const replacement = await livePayoutOf(app, submissionId)
  await inTransaction(app.call, (tx) => postDebt(app.ctx, tx, 'approve', replacement, boss.id))
  expect(await problemOf(app)).toBe(`2 payouts of ${submissionId} are owed or paid.`)
})

test('the scheduled check logs a wrong ledger as fatal and shows it as a metric', async () => {
  await using app = await createTestApp({ METRICS_PORT: '9999' })
  await aFinishedSubmission(app, await app.customer())
  await checkLedger(app.ctx)
  expect(await app.metrics?.text()).toContain('gce_ledger_wrong 0')
  await app.ctx.db.updateTable('ledger_balances').set({ debits: 7 }).where('account', '=', 'cards').execute()
  await checkLedger(app.ctx)
  expect(await app.metrics?.text()).toContain('gce_ledger_wrong 1')
  const logged = app
    .log()
    .split('\n')
    .find((line) => line.includes('the ledger is wrong'))
  expect(JSON.parse(logged ?? '{}')).toMatchObject({ level: 60, problem: expect.stringContaining('cards') })
})

test('names the order that is owed too much, although another one of its customer is owed as much too little', async () => {
  await using app = await createTestApp()
  const [dana, boss] = [await app.customer(), await app.staff()]
  for (const cents of [9300, 9100]) await replaceUnposted(app, await anApproval(app, dana, boss), cents)
  expect(await problemOf(app)).toMatch(/^GCE-\w+ is owed 9200 cents, but its payout says 9[13]00\.$/)
})

test('names the card that is listed in no lot, and one that is in an open lot and not listed', async ({ app }) => {
  const boss = await app.staff()
  const submissionId = await aBoughtCard(app, await app.customer(), boss)
  await boss.api.lots.make({ buyer: 'Card Resale Inc.', items: [{ submissionId, price: 96 }] })
  expect(await problemOf(app)).toBeUndefined()
  await app.ctx.db.updateTable('inventory_items').set({ state: 'in-stock' }).execute()
  expect(await problemOf(app)).toBe(`The card of ${submissionId} is in-stock, and a lot waits for it.`)
  await app.ctx.db.updateTable('inventory_items').set({ state: 'listed' }).execute()
  await app.ctx.db.updateTable('lot_items').set({ state: 'refused' }).execute()
  expect(await problemOf(app)).toBe(`The card of ${submissionId} is listed, and no lot waits for it.`)
})

test('names cash of no money account, and cash that moved for a payout that was set off', async ({ app }) => {
  const [dana, boss] = [await app.customer(), await app.staff()]
  const { problem, id } = await anOffer(app, dana, boss)
  await dana.api.transactions.answerOffer({ id, accepts: false })
  // It was begun by hand and put back before the seller agreed.
  const payoutId = problem.offers[0]?.payoutId ?? ''
  const { payouts, admin } = boss.api
  const begun = await payouts.begin({ id: payoutId, version: (await payouts.get({ id: payoutId })).version })
  await payouts.releaseLock({ id: payoutId, version: begun.payout.version })
  const [now] = (await admin.problems.list({ state: 'all' })).data
  const { offers } = await admin.problems.offer({ id: problem.id, version: now?.version ?? 0, payoutId })
  const offer = offers.find(({ state }) => state === 'open')
  await dana.api.transactions.answerOffer({ id: offer?.id ?? '', accepts: true })
  expect(await problemOf(app)).toBeUndefined()
  const post = (number: number, about: { debit: string; payout_id?: string }) =>
    inTransaction(app.call, async (tx) => {
      const transfer = { ...aTransfer(number), kind: 'move' as const, key: `move:${number}`, credit: 'losses' }
      await postTransfers(app.ctx, tx, [{ ...transfer, ...about, amount_cents: 9200 }])
    })
  await post(1, { debit: 'cash:unassigned', payout_id: problem.offers[0]?.payoutId ?? '' })
  expect(await problemOf(app)).toBe(
    `The transfer move:1 moves cash for ${problem.offers[0]?.payoutId}, which was set off.`,
  )
  await post(2, { debit: 'cash:SA-LOST' })
  expect(await problemOf(app)).toBe('cash:SA-LOST has transfers, but there is no such money account.')
})

test('posts the debt of a payout of a new price, paid or not, once, with an audit entry', async ({ app }) => {
  const [dana, boss] = [await app.customer(), await app.staff()]
  const [higher, lower] = [await anApproval(app, dana, boss), await anApproval(app, dana, boss)]
  const more = await replaceUnposted(app, higher, 13_800)
  const less = await replaceUnposted(app, lower, 4600)
  await boss.api.admin.submissions.setStatus({ submissionId: lower.submissionId, status: 'completed' })
  expect(await verifyLedger(app.ctx.db)).toHaveProperty('problem')
  const mended = [
    `${higher.submissionId} ${more}: $92.00 to $138.00`,
    `${lower.submissionId} ${less}: $92.00 to $46.00`,
  ]
  expect((await mendLedger(app.ctx)).toSorted()).toEqual(mended.toSorted())
  expect(await balancesOf(app)).toEqual({ cards: 18_400, 'cash:unassigned': -4600, [`payable:${dana.id}`]: -13_800 })
  expect(await verifyLedger(app.ctx.db)).not.toHaveProperty('problem')
  await boss.api.admin.submissions.setStatus({ submissionId: higher.submissionId, status: 'completed' })
  expect(await mendLedger(app.ctx)).toEqual([])
  const { entries } = await boss.api.admin.audit.list({ action: 'ledger.mended' })
  expect(entries.map(({ objectId, detail }) => [objectId, detail])).toContainEqual([more, '$92.00 to $138.00'])
  expect((await verifyLog(app.ctx.db, app.ctx.keyring)).problem).toBeUndefined()
})

test('a card that was partly used when its payout came back changes the margin, one that was withdrawn its cost', async () => {
  await using app = await createTestApp()
  const [dana, boss] = [await app.customer(), await app.staff()]
  const [used, whole] = [await aBoughtCard(app, dana, boss), await aBoughtCard(app, dana, boss)]
  await dispose(app, boss, used, { kind: 'redeemed', faceCents: 5000, place: { place: 'account', name: 'Ours' } })
  for (const submissionId of [used, whole]) {
    const { id: payoutId, version } = await livePayoutOf(app, submissionId)
    await boss.api.payouts.recordReturn({ id: payoutId, version, code: 'provider' })
    await replaceUnposted(app, { submissionId, payoutId }, 8000)
    await boss.api.admin.submissions.setStatus({ submissionId, status: 'completed' })
  }
  expect(await mendLedger(app.ctx)).toHaveLength(2)
  // Half of the first card was redeemed at a margin of $4.00, and all of it has cost $12.00 less.
  expect(await balancesOf(app)).toMatchObject({
    cards: 4600 + 8000,
    margin: -400 - 1200,
    'cash:unassigned': -16_000 + 5000,
  })
  expect(await verifyLedger(app.ctx.db)).not.toHaveProperty('problem')
})

test('lists a card again that an open lot waits for', async ({ app, staff: boss }) => {
  const submissionId = await aBoughtCard(app, await app.customer(), boss)
  await boss.api.lots.make({ buyer: 'Card Resale Inc.', items: [{ submissionId, price: 96 }] })
  await app.ctx.db.updateTable('inventory_items').set({ state: 'in-stock' }).execute()
  expect(await mendLedger(app.ctx)).toEqual([`${submissionId}: listed again`])
  expect(await verifyLedger(app.ctx.db)).not.toHaveProperty('problem')
})

test('what is owed to all customers is one sum, which names none of them', async ({ app }) => {
  const [boss, fay] = [await app.staff(), await app.colleague('finance')]
  for (const name of ['Dana Reyes', 'Tom Okafor']) await anApproval(app, await app.customer(name), boss)
  expect(await fay.api.payouts.balances()).toEqual([
    { account: 'cards', balance: 184 },
    { account: 'payable', balance: -184 },
  ])
})
