import fc from 'fast-check'
import { expect, test } from 'vitest'
import { transactionStages } from './payout.ts'
import { sellerSumOf, sellerSums, transactionTotals } from './seller-money.ts'
import { reviewStatuses } from './submission.ts'

test('adds payouts up to the cent, and promises nothing for a card that is not approved', () => {
  const totals = transactionTotals([
    { payoutAmount: 0.1, status: 'completed', stage: 'paid' },
    { payoutAmount: 0.2, status: 'rejected' },
    { payoutAmount: 19.57, status: 'completed', stage: 'paid' },
    { payoutAmount: 5.05, status: 'failed' },
    { payoutAmount: 1, status: 'pending', stage: 'waiting' },
    { payoutAmount: 2.5, status: 'processing', stage: 'checking' },
    { payoutAmount: 92, status: 'processing', stage: 'approved' },
    { payoutAmount: 8, status: 'failed', stage: 'returned' },
  ])
  expect(totals).toEqual({
    totalExchanges: 8,
    totalTrades: 128.42,
    completed: 2,
    paid: 19.67,
    approved: 100,
    beingChecked: 3.5,
    notPaid: 5.25,
  })
  const none = { totalExchanges: 0, totalTrades: 0, completed: 0, paid: 0, approved: 0, beingChecked: 0, notPaid: 0 }
  expect(transactionTotals([])).toEqual(none)
})

test('every payout is in exactly one sum, whatever its status and stage', () => {
  const order = fc.record({
    payoutAmount: fc.nat(500_000).map((cents) => cents / 100),
    status: fc.constantFrom(...reviewStatuses),
    stage: fc.constantFrom(undefined, ...transactionStages),
  })
  fc.assert(
    fc.property(fc.array(order), (orders) => {
      const totals = transactionTotals(orders)
      const cents = (dollars: number) => Math.round(dollars * 100)
      expect(sellerSums.reduce((all, sum) => all + cents(totals[sum]), 0)).toBe(cents(totals.totalTrades))
    }),
  )
})

test.each([
  ['processing', undefined, 'beingChecked'],
  ['completed', undefined, 'paid'],
  ['completed', 'on-its-way', 'approved'],
  ['processing', 'paying', 'approved'],
  ['failed', 'returned', 'approved'],
  ['failed', undefined, 'notPaid'],
] as const)('an order that is %s at the stage %s belongs to the sum %s', (status, stage, sum) => {
  expect(sellerSumOf({ status, stage })).toBe(sum)
})
