import { expect, test } from 'vitest'
import { upgradeFormerSite } from '../../testing/test-support/former-sites.ts'
import { insertRow, migrate } from '../../testing/test-support/migrate-to.ts'
import { balancesOf } from '../../testing/test-support/payouts.ts'
import { openEmptyDatabase } from '../../testing/test-support/test-database.ts'
import { listExpectedBalances } from './ledger-queries.ts'
import { verifyLedger } from './verify-ledger.ts'

const at = '2026-11-24T05:00:00.000Z'

test('cash moves to the opening balances, and payments in flight to the money account that pays them', async () => {
  const { app, before, transfers } = await upgradeFormerSite('2a87396c', at)
  await using _ = app
  const { db } = app.ctx
  const former = db.selectFrom('ledger_transfers').selectAll().orderBy('sequence').limit(transfers.length)
  expect(await former.execute()).toEqual(transfers.map((each) => ({ ...each, day: each.at.slice(0, 10) })))
  const accounts = await db.selectFrom('statement_accounts').selectAll().orderBy('kind').execute()
  expect(accounts.map(({ kind, needs_opening }) => [kind, needs_opening])).toEqual([
    ['balance', 0],
    ['bank', 1],
    ['paypal', 1],
  ])
  const [balances, bank, paypal] = accounts.map(({ id }) => id)
  const after = await balancesOf(app)
  expect(Object.fromEntries(Object.entries(after).filter(([name]) => /^(cash|clearing|balances)/.test(name)))).toEqual({
    ...{ [`cash:${balances}`]: before.balances, [`clearing:${bank}`]: before['clearing:hand'] },
    [`clearing:${paypal}`]: before['clearing:paypal'],
  })
  expect(await listExpectedBalances(db)).toContainEqual({ account: `clearing:${bank}`, cents: 3 * 9200 })
  const attempts = await db.selectFrom('payout_attempts').select(['provider', 'money_account']).distinct().execute()
  expect(Object.fromEntries(attempts.map((each) => [each.provider, each.money_account]))).toEqual({
    ...{ hand: bank, paypal, 'set-off': null },
  })
})

test('lots that were delivered or downloaded and are not paid are sold, and set-offs go to suspense by payout', async () => {
  const { app, before } = await upgradeFormerSite('2a87396c', at)
  await using _ = app
  const { db } = app.ctx
  const after = await balancesOf(app)
  const [buyer] = Object.entries(after).find(([account]) => account.startsWith('buyer:')) ?? []
  expect(buyer && after[buyer]).toBe(9000 + 3 * 9600)
  const { cards = 0, margin = 0 } = before
  expect([after.cards, after.margin]).toEqual([cards - 4 * 9200, margin + 200 - 3 * 400])
  const items = db
    .selectFrom('lot_items')
    .innerJoin('inventory_items as item', 'item.submission_id', 'lot_items.submission_id')
  const states = await items.select(['lot_items.state', 'item.state as now', 'item.left_cost_cents']).execute()
  expect(states.map(({ state, now, left_cost_cents: cents }) => `${state} ${now} ${cents}`).sort()).toEqual([
    ...Array(4).fill('delivered disposed 0'),
    ...['offered listed 9200', 'offered listed 9200', 'offered withdrawn 0'],
    ...['paid disposed 0', 'paid disposed 0', 'refused in-stock 9200'],
  ])
  const setOff = await db.selectFrom('ledger_transfers').selectAll().where('debit', '=', 'suspense').execute()
  const [payout] = await db.selectFrom('payouts').select('id').where('provider', '=', 'set-off').execute()
  expect(setOff).toMatchObject([
    { credit: 'cash:set-off', amount_cents: before['cash:set-off'], payout_id: payout?.id },
  ])
  expect([after['cash:set-off'], (await verifyLedger(db)).problem]).toEqual([undefined, undefined])
})

test('a node of the release before books nothing on the ended accounts', async () => {
  const { app } = await upgradeFormerSite('1.0.0', at)
  await using _ = app
  const post = (debit: string, credit: string) =>
    insertRow(app.ctx.db, 'ledger_transfers', {
      ...{ key: 'sale:1', kind: 'sale', sequence: 1000, at, day: '2026-11-24', debit, credit, amount_cents: 9200 },
    })
  for (const account of ['cash:hand', 'cash:paypal', 'cash:resale', 'cash:set-off', 'clearing:hand', 'balances']) {
    await expect(post('fees', account)).rejects.toThrow('has ended')
    await expect(post(account, 'fees')).rejects.toThrow('has ended')
  }
})

test('a site without payments gets no account, and adds its own', async () => {
  await using db = await openEmptyDatabase()
  await migrate(db, () => true)
  expect(await db.selectFrom('statement_accounts').selectAll().execute()).toEqual([])
})
