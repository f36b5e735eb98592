import { expect, test } from 'vitest'
import { payoutMessages } from '#shared/payout.ts'
import { problemMessages } from '#shared/problem.ts'
import { verifyLedger } from '../payouts/ledger/verify-ledger.ts'
import { releaseAll } from '../testing/test-support/controls.ts'
import { balancesOf } from '../testing/test-support/payouts.ts'
import { aProblem, today } from '../testing/test-support/problems.ts'
import { createTestApp } from '../testing/test-support/test-app.ts'

/** A reported card of Dana, for which $92.00 were paid by hand. */
async function open() {
  const app = await createTestApp()
  const [dana, boss, fay] = [await app.customer(), await app.staff(), await app.colleague('finance')]
  const { submissionId, payoutId, ...problem } = await aProblem(app, dana, boss)
  const { payouts, inventory, admin } = boss.api
  const payout = async () => ({ id: payoutId, version: (await payouts.get({ id: payoutId })).version })
  const decide = (decision: 'write-off' | 'claw-back' | 'dismiss') => () =>
    admin.problems.decide({ id: problem.id, version: 1, decision, reason: 'It was empty.' })
  const place = { place: 'account', name: 'Ours' } as const
  const acts = {
    'money back': async () => payouts.recordReturn({ ...(await payout()), code: 'bank' }),
    'debt closed': async () => payouts.closeDebt({ ...(await payout()), note: 'It was empty.' }),
    failed: () => admin.submissions.setStatus({ submissionId, status: 'failed', reason: 'Empty.', payout: 'returned' }),
    redeemed: () => inventory.dispose({ id: submissionId, version: 1, kind: 'redeemed', amount: 100, place }),
    async repaid() {
      const money = { amount: 30, on: today(app), reference: 'ZELLE-7' }
      const { version } = await admin.problems.recordRepayment({ id: problem.id, version: 2, ...money })
      await admin.problems.waive({ id: problem.id, version, note: 'They cannot pay the rest.' })
    },
    ...{ 'written off': decide('write-off'), 'clawed back': decide('claw-back'), dismissed: decide('dismiss') },
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

test.each<[Act[], object]>([
  [['money back'], { cards: 9200, payable: -9200 }],
  [['money back', 'debt closed', 'dismissed'], {}],
  [['money back', 'dismissed'], { cards: 9200, payable: -9200 }],
  [['dismissed', 'money back'], { cards: 9200, payable: -9200 }],
  [['written off', 'money back'], { losses: 9200, payable: -9200 }],
  [['written off', 'money back', 'debt closed'], { losses: 9200, margin: -9200 }],
  [['clawed back', 'money back'], {}],
])('the books are right after %j', async (acts, books) => {
  await using shop = await open()
  for (const act of acts) await shop.act(act)
  expect(await shop.books()).toEqual(books)
})

test.each<[Act[], Act, string]>([
  [['money back'], 'written off', problemMessages.payoutBack],
  [['redeemed', 'money back'], 'clawed back', problemMessages.payoutBack],
  [['clawed back'], 'failed', payoutMessages.returnWaits],
  [['clawed back', 'repaid'], 'failed', payoutMessages.returnWaits],
])('after %j, %s is refused', async (acts, last, words) => {
  await using shop = await open()
  for (const act of acts) await shop.act(act)
  await expect(shop.act(last)).rejects.toThrow(words)
})
