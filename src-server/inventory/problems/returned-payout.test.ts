import { expect, test } from 'vitest'
import { payoutMessages } from '#shared/payout.ts'
import { problemMessages } from '#shared/problem.ts'
import { verifyLedger } from '../../payouts/ledger/verify-ledger.ts'
import { releaseAll } from '../../testing/test-support/controls.ts'
import { balancesOf } from '../../testing/test-support/payouts.ts'
import { aProblem, today } from '../../testing/test-support/problems.ts'
import { createTestApp, customerPassword } from '../../testing/test-support/test-app.ts'

/** A reported card of Dana, for which $92.00 were paid by hand, and what is done about it. */
async function open() {
  const app = await createTestApp()
  const [dana, boss, fay] = [await app.customer(), await app.staff(), await app.colleague('finance')]
  const { submissionId, payoutId: id } = await aProblem(app, dana, boss)
  const { problems, submissions } = boss.api.admin
  const payout = async () => ({ id, version: (await boss.api.payouts.get({ id })).version })
  const problem = async () => {
    const [{ id, version } = { id: '', version: 0 }] = await problems.ofOrder({ submissionId })
    return { id, version, reason: 'It was empty.' }
  }
  const acts = {
    'the money comes back': async () => boss.api.payouts.recordReturn({ ...(await payout()), code: 'bank' }),
    'the debt is closed': async () => boss.api.payouts.closeDebt({ ...(await payout()), note: 'It was empty.' }),
    'it is written off': async () => problems.decide({ ...(await problem()), decision: 'write-off' }),
    'it is clawed back': async () => problems.decide({ ...(await problem()), decision: 'claw-back' }),
    'it is no problem': async () => problems.decide({ ...(await problem()), decision: 'dismiss' }),
    async '$42 are repaid'() {
      const repaid = { amount: 42, on: today(app), reference: 'WIRE-1' }
      await problems.recordRepayment({ ...(await problem()), ...repaid })
    },
    async 'the seller is paid another way'() {
      const method = { type: 'zelle', details: '(212) 555-0187' } as const
      await dana.api.transactions.changePayout({ id: submissionId, method, currentPassword: customerPassword })
    },
    async 'it is redeemed'() {
      const redeemed = { kind: 'redeemed', amount: 100, place: { place: 'account', name: 'Ours' } } as const
      await boss.api.inventory.dispose({ id: submissionId, version: 1, ...redeemed })
    },
    'the order failed': async () =>
      submissions.setStatus({ submissionId, status: 'failed', reason: 'It is empty.', payout: 'returned' }),
  }
  return {
    async act(name: keyof typeof acts) {
      await acts[name]()
      await releaseAll(fay)
    },
    async books() {
      expect(await verifyLedger(app.ctx.db)).not.toHaveProperty('problem')
      const books = Object.entries(await balancesOf(app))
      return Object.fromEntries(books.map(([account, cents]) => [account.replace(`:${dana.id}`, ''), cents]))
    },
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  }
}

type Act = Parameters<Awaited<ReturnType<typeof open>>['act']>[0]
const back = 'the money comes back'
const owed = { cards: 9200, payable: -9200 }

test.each<[Act[], object]>([
  [[back], owed],
  [[back, 'it is no problem', 'the seller is paid another way'], owed],
  [[back, 'the debt is closed', 'it is no problem'], {}],
  [['it is no problem', back], owed],
  [['it is written off', back], { losses: 9200, payable: -9200 }],
  [['it is written off', back, 'the debt is closed'], { losses: 9200, margin: -9200 }],
  [['it is clawed back', back], {}],
  [['it is clawed back', '$42 are repaid', back], { 'cash:unassigned': 4200, losses: -4200 }],
])('the books are right after %j of a reported card', async (acts, books) => {
  await using shop = await open()
  for (const act of acts) await shop.act(act)
  expect(await shop.books()).toEqual(books)
})

test.each<[Act[], Act, string]>([
  [[back], 'it is written off', problemMessages.payoutBack],
  [[back], 'it is clawed back', problemMessages.payoutBack],
  [['it is redeemed', back], 'it is clawed back', problemMessages.payoutBack],
  [['it is clawed back'], 'the order failed', payoutMessages.returnWaits],
])('after %j of a reported card, %s is refused', async (acts, last, words) => {
  await using shop = await open()
  for (const act of acts) await shop.act(act)
  const books = await shop.books()
  await expect(shop.act(last)).rejects.toThrow(words)
  expect(await shop.books()).toEqual(books)
})
