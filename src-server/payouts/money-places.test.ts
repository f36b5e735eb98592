import { expect } from 'vitest'
import { payoutMessages } from '#shared/payout.ts'
import { policyDefaults } from '#shared/policy.ts'
import { test } from '../testing/test-support/app-test.ts'
import { releaseAll, setControls } from '../testing/test-support/controls.ts'
import { aSubmission } from '../testing/test-support/factories.ts'
import { connectFakePayPal } from '../testing/test-support/fake-paypal/connect-fake-paypal.ts'
import { startFakePayPal } from '../testing/test-support/fake-paypal/fake-paypal.ts'
import { aBoughtCard } from '../testing/test-support/inventory.ts'
import { anApproval, livePayoutOf, toPayPal } from '../testing/test-support/payouts.ts'
import { aBankAccount } from '../testing/test-support/statement-files.ts'
import { createTestApp, type TestApp } from '../testing/test-support/test-app.ts'
import { createPayPalClient } from './paypal/paypal-client.ts'

test("the float is empty without a PayPal app, and else PayPal's balance beside what is ready and expected", async () => {
  await using app = await createTestApp()
  const [dana, boss] = [await app.customer(), await app.staff()]
  expect(await boss.api.payouts.float()).toEqual({})
  await using fake = await startFakePayPal()
  app.ctx.payouts.paypal = createPayPalClient(fake.config)
  await fake.set({ openingBalanceCents: 12_345 })
  await anApproval(app, dana, boss, toPayPal())
  await anApproval(app, dana, boss)
  // Held for the seconds of its undo: it becomes ready by itself.
  const submissionId = (await anApproval(app, dana, boss, toPayPal())).submissionId
  await app.ctx.db
    .updateTable('payouts')
    .set({ state: 'held', ready_at: app.clock.now().toISOString() })
    .where('idempotency_key', '=', `${submissionId}-1`)
    .execute()
  const asOf = expect.any(String)
  const expected = { available: 123.45, ready: 92, expectedToday: 184, asOf }
  expect(await boss.api.payouts.float()).toEqual({ paypal: expected })
  await fake.set({ openingBalanceCents: 1 })
  app.clock.advance(5 * 60_000 - 1)
  expect((await boss.api.payouts.float()).paypal?.available).toBe(123.45)
  app.clock.advance(1)
  expect((await boss.api.payouts.float()).paypal?.available).toBe(0.01)
})

test('a payout that waits for a person is not expected', async ({ app, customer: dana, staff: boss }) => {
  await setControls(app, { secondPersonFrom: 1 })
  await connectFakePayPal(app)
  await anApproval(app, dana, boss, toPayPal())
  expect((await boss.api.payouts.float()).paypal).toMatchObject({ ready: 0, expectedToday: 0 })
})

test.each([
  ['the permission is missing', { reporting: false }, undefined],
  ['PayPal answers with an error', {}, { how: 'answer', status: 500 } as const],
  ['PayPal closes the connection', {}, { how: 'close' } as const],
  [
    'PayPal answers with something else',
    {},
    { how: 'answer', status: 200, body: '{"balances":[{"currency":"USD"}]}' } as const,
  ],
])('the balance is absent while %s, and everything else is there', async (_, settings, fault) => {
  await using app = await createTestApp()
  const boss = await app.staff()
  await using fake = await startFakePayPal()
  app.ctx.payouts.paypal = createPayPalClient(fake.config)
  await fake.set(settings)
  if (fault) await fake.fail({ operation: 'balance', when: 'before', ...fault })
  expect(await boss.api.payouts.float()).toEqual({ paypal: { ready: 0, expectedToday: 0 } })
})

test('a move between places of different kinds, or of the owner, waits for a second person; of one kind it does not', async () => {
  await using app = await createTestApp()
  const [boss, fay] = [await app.staff(), await app.colleague('finance')]
  await setControls(app, { secondPersonFrom: 50_000 })
  const bank = await aBankAccount(fay)
  const savings = await aBankAccount(fay, { name: 'Savings', methods: [] })
  const paypal = await aBankAccount(fay, { name: 'PayPal', kind: 'paypal', methods: [] })
  const on = app.clock.now().toISOString().slice(0, 10)
  const move = async (from: string, to: string, amount: number, requestKey?: string) => {
    app.clock.advance(1)
    return (await fay.api.statements.moveMoney({ from, to, amount, on, requestKey })).waiting
  }
  expect(await move(bank, savings, 5000)).toBeUndefined()
  expect(await move(bank, paypal, 400)).toBeUndefined()
  const first = await move(bank, paypal, 100, 'k-1')
  expect(first).toMatchObject({ kind: 'move', amount: 100 })
  expect(await move(bank, paypal, 100, 'k-1')).toEqual(first)
  expect(await move('unassigned', savings, 500)).toMatchObject({ amount: 500 })
  expect(await move('owner', paypal, 500)).toMatchObject({ amount: 500 })
  const balance = async () => (await fay.api.statements.accounts()).find(({ id }) => id === paypal)?.balance
  expect(await balance()).toBe(25_400)
  expect(await boss.api.waitingActs.list()).toMatchObject([
    {
      thing: { kind: 'account', id: bank, name: 'First Bank' },
      words: [{ value: 'First Bank' }, { value: 'PayPal' }, { value: '$100.00' }, { value: on }],
    },
    { thing: { id: savings }, words: [{ value: 'Cash, not assigned' }, { value: 'Savings' }, {}, {}] },
    { thing: { id: paypal }, words: [{ value: 'The owner' }, { value: 'PayPal' }, {}, {}] },
  ])
  expect(await releaseAll(boss)).toEqual(['released', 'released', 'released'])
  expect(await balance()).toBe(26_000)
  expect(await move(bank, paypal, 100, 'k-1')).toBeUndefined()
  expect(await balance()).toBe(26_000)
})

/** A site whose people approve and pay at most $200.00 in 24 hours alone, which is twice a payout of $92.00. */
async function open(app: TestApp) {
  await setControls(app, { secondPersonFrom: null, paidAloneADay: 20_000 })
  return { dana: await app.alwaysAllowed(await app.customer()), boss: await app.alwaysAllowed(await app.staff()) }
}

test('one person approves and pays a limited sum in 24 hours; what others approved or pay does not count', async () => {
  await using app = await createTestApp()
  const { dana, boss } = await open(app)
  const [fay, rob] = [await app.colleague('finance'), await app.colleague('reviewer')]
  const own = [await anApproval(app, dana, boss), await anApproval(app, dana, boss), await anApproval(app, dana, boss)]
  const others = await anApproval(app, dana, rob)
  const pay = (submissionId: string) => boss.api.admin.submissions.setStatus({ submissionId, status: 'completed' })
  await pay(others.submissionId)
  for (const { submissionId } of own.slice(0, 2)) await pay(submissionId)
  const last = own[2] ?? others
  await expect(pay(last.submissionId)).rejects.toThrow(payoutMessages.tooMuchAlone)
  await expect(boss.api.payouts.begin({ id: last.payoutId, version: 1 })).rejects.toThrow(payoutMessages.tooMuchAlone)
  await expect(pay(await aSubmission(app, dana))).rejects.toThrow(payoutMessages.tooMuchAlone)
  expect((await fay.api.payouts.begin({ id: last.payoutId, version: 1 })).payout.state).toBe('sending')
  app.clock.advance(24 * 60 * 60_000)
  expect((await pay(await aSubmission(app, dana))).status).toBe('completed')
})

test('who works alone has no such limit', async ({ app }) => {
  const { dana, boss } = await open(app)
  await setControls(app, { secondPersonFrom: null, paidAloneADay: 1, worksAlone: true })
  const status = 'completed'
  const done = await boss.api.admin.submissions.setStatus({ submissionId: await aSubmission(app, dana), status })
  expect(done.status).toBe(status)
})

test('what PayPal would send by itself beyond the limit of its approver waits for a second person', async ({ app }) => {
  const { dana, boss } = await open(app)
  const values = { ...policyDefaults.payouts, paypalSends: 'automatic' } as const
  await boss.api.admin.policies.change({ name: 'payouts', base: 0, values })
  const states: string[] = []
  for (let at = 0; at < 3; at++) {
    const { submissionId } = await anApproval(app, dana, boss, toPayPal())
    states.push((await livePayoutOf(app, submissionId)).state)
  }
  expect(states).toEqual(['ready', 'ready', 'held'])
})

test.each([
  ['months/2026-10/close', { suspense: 'x' }, 'suspense', 'Enter the amount in dollars and cents.'],
  ['statement-accounts', { usualFee: -1 }, 'usualFee', 'Enter the amount in dollars and cents.'],
  ['statement-accounts/:bank/balance', { on: '2031-01-01', balance: 1 }, 'on', 'Enter a day that has passed.'],
  ['money-moves', { from: 'SA-GONE', to: 'owner' }, 'from', 'Choose a money account.'],
  ['money-moves', { from: 'owner', to: 'SA-GONE' }, 'to', 'Choose a money account.'],
  ['money-moves', { from: 'owner', to: 'SA-GONE', amount: 0 }, 'amount', 'Enter the amount in dollars and cents.'],
  ['inventory/buyers/:buyer/payments', { on: '2031-01-01' }, 'on', 'Enter a day that has passed.'],
  ['inventory/buyers/:buyer/payments', { amount: 'x' }, 'amount', 'Enter the amount in dollars and cents.'],
] as const)('a script that sends %s %j reads which field is wrong, and why', async (url, fields, field, message) => {
  await using app = await createTestApp()
  const [dana, boss] = [await app.customer(), await app.staff()]
  const bank = await aBankAccount(boss)
  const { id: lot } = await boss.api.lots.make({
    ...{ buyer: 'Card Resale Inc.', items: [{ submissionId: await aBoughtCard(app, dana, boss), price: 96 }] },
  })
  await boss.api.lots.record({ id: lot, outcome: 'delivered' })
  const [buyer] = await boss.api.inventory.buyers()
  const path = `/api/admin/${url}`.replace(':bank', bank).replace(':buyer', buyer?.id ?? '')
  const account = { name: 'Cash', kind: 'cash', methods: [], openingBalance: 1, openingOn: '2026-11-01' }
  const answer = await app.request('POST', path, {
    as: boss,
    body: { ...account, amount: 1, on: '2026-11-20', ...fields },
  })
  expect([answer.statusCode, answer.json()]).toMatchObject([400, { field, message }])
})
