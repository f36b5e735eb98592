import { expect, test } from 'vitest'
import { upgradeFormerSite } from '../../testing/test-support/former-sites.ts'
import { insertRow, migrate } from '../../testing/test-support/migrate-to.ts'
import { balancesOf } from '../../testing/test-support/payouts.ts'
import { openEmptyDatabase } from '../../testing/test-support/test-database.ts'
import { listExpectedBalances } from './ledger-queries.ts'

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
