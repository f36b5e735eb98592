import { expect, it } from 'vitest'
import { attemptHead, attemptNotes } from './payout-details.tsx'

const attempt = {
  key: 'GCE-7K3M9Q2XVB-1-a1',
  provider: 'paypal',
  state: 'accepted',
  calledAt: '2026-11-22T10:00:00.000Z',
} as const

it('names who paid, when, and how it ended', () => {
  expect(attemptHead({ ...attempt, state: 'settled' })).toMatch(/^By PayPal, .*2026.*: paid$/)
  expect(attemptHead({ ...attempt, provider: 'hand', state: 'refused' })).toMatch(/^By hand, .*: not paid$/)
})

it('says what PayPal answered, what it took and when it is asked again', () => {
  expect(attemptNotes(attempt)).toEqual([])
  expect(attemptNotes({ ...attempt, error: 'UNCLAIMED', nextPollAt: '2026-11-22T16:00:00.000Z' })).toEqual([
    'The customer has not claimed it at PayPal.',
    expect.stringMatching(/^The server asks PayPal again .*2026/),
  ])
  expect(attemptNotes({ ...attempt, fee: 1.84 })).toEqual(['PayPal took a fee of $1.84.'])
  expect(attemptNotes({ ...attempt, error: 'RECEIVER_ACCOUNT_LOCKED' })).toEqual([
    'PayPal says RECEIVER_ACCOUNT_LOCKED.',
  ])
})
