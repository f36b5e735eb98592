import { expect, it } from 'vitest'
import type { Payout } from '#shared/payout-schema.ts'
import { holdText, payoutNotes } from './payout-notes.ts'

const robin = { id: 'robin', name: 'Robin' }
const payout: Payout = {
  id: 'PO-7K3M9Q2XVB',
  submissionId: 'GCE-7K3M9Q2XVB',
  orderStatus: 'processing',
  customer: { id: 'dana', name: 'Dana Reyes', email: 'dana@mail.example' },
  amount: 92,
  currency: 'USD',
  method: 'paypal',
  state: 'ready',
  approvedBy: robin,
  approvedAt: '2026-11-22T10:00:00.000Z',
  holds: [],
  version: 1,
}
const sending = {
  ...payout,
  state: 'sending',
  claimedBy: robin,
  provider: 'hand',
  begunAt: '2026-11-22T10:02:00.000Z',
} as const

it('a ready payout needs no words', () => {
  expect(payoutNotes(payout, 'maya')).toEqual([])
})

it('names who pays it, differently for that person', () => {
  expect(payoutNotes(sending, 'maya')).toEqual([expect.stringMatching(/^Robin is paying this since .*2026/)])
  expect(payoutNotes(sending, 'robin')).toEqual([expect.stringMatching(/^You are paying this since /)])
  const stuck = { ...sending, attention: 'stuck' } as const
  expect(payoutNotes(stuck, 'maya')).toEqual([expect.stringMatching(/^Robin began .* and the result is missing\.$/)])
  expect(payoutNotes(stuck, 'robin')).toEqual([expect.stringMatching(/^You began .* and the result is missing\.$/)])
})

it('names PayPal while it is asked, and says what to do when it gives no answer', () => {
  const { claimedBy: _, ...rest } = sending
  const asked = { ...rest, provider: 'paypal' } as const
  expect(payoutNotes(asked, 'maya')).toEqual([expect.stringMatching(/^PayPal is asked to pay this since .*2026/)])
  const unknown = { ...asked, attention: 'unknown', unpaidReportedBy: { id: 'maya', name: 'Maya' } } as const
  expect(payoutNotes(unknown, 'finn')).toEqual([
    'PayPal has not said what became of it. Look for PO-7K3M9Q2XVB at PayPal.',
    'Maya said that PayPal does not know it. Another colleague has to confirm that.',
  ])
  const failed = { ...payout, state: 'failed', isOwed: true, failureMessage: 'RECEIVER_ACCOUNT_LOCKED' } as const
  expect(payoutNotes(failed, 'maya')[1]).toBe('PayPal says RECEIVER_ACCOUNT_LOCKED.')
})

it('says what PayPal objects to and that a decision is needed, with the debt', () => {
  const note = 'PayPal says REGULATORY_BLOCKED about PO-7K3M9Q2XVB.'
  const hold = { id: 'hold', kind: 'review', note, madeAt: '2026-11-22T10:03:00.000Z' } as const
  const blocked = { ...payout, state: 'failed', isOwed: true, attention: 'review', holds: [hold] } as const
  expect(payoutNotes({ ...blocked, holds: [hold] }, 'maya')).toEqual([
    note,
    'Decide whether this customer may be paid.',
    '$92.00 is still owed.',
  ])
})

it('names who says that it was not paid', () => {
  const said = { ...sending, unpaidReportedBy: { id: 'maya', name: 'Maya' } }
  expect(payoutNotes(said, 'finn')[1]).toBe(
    'Maya said that Robin has not paid it. Another colleague has to confirm that.',
  )
  expect(payoutNotes(said, 'maya')[1]).toMatch(/^You said that Robin has not paid it\./)
})

it('says what holds it, and until when', () => {
  const hold = { id: '1', note: '', madeAt: '2026-11-22T10:00:00.000Z' }
  expect(holdText({ ...hold, kind: 'second-person' })).toBe('Needs a second person.')
  expect(holdText({ ...hold, kind: 'by-hand', note: 'Ask the brand.' })).toBe('Held by a colleague: Ask the brand.')
  expect(holdText({ ...hold, kind: 'account-changed', endsAt: '2026-11-23T10:00:00.000Z' })).toMatch(
    /^The customer's account was changed recently\. The hold ends .*2026/,
  )
  const compare = 'Backup of Nov 21 was restored. Compare with PayPal and your bank, then lift this hold.'
  expect(holdText({ ...hold, kind: 'restored', note: compare })).toBe(compare)
  const holds = ['1', '2'].map((id) => ({ ...hold, id, kind: 'by-hand' as const, note: 'Ask the brand.' }))
  expect(payoutNotes({ ...payout, state: 'held', holds }, 'maya')).toEqual(['Held by a colleague: Ask the brand.'])
  expect(payoutNotes({ ...payout, state: 'held' }, 'maya')).toEqual(['The approval can still be undone.'])
})

it('names money that was paid for an order that is not completed, and what is owed', () => {
  const paid = { ...payout, state: 'paid', attention: 'not-completed', orderStatus: 'rejected' } as const
  expect(payoutNotes(paid, 'maya')).toEqual(['Paid $92.00, and the order is rejected now.'])
  const returned = { ...payout, state: 'returned', isOwed: true, failureMessage: 'Closed account' } as const
  expect(payoutNotes(returned, 'maya')).toEqual(['$92.00 is still owed.', 'Closed account'])
})
