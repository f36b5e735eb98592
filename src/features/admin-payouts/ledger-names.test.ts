import { expect, it } from 'vitest'
import { accountName, namedAccounts, owedToSellers, shownBalance, transferName } from './ledger-names.ts'
import { attemptHead, attemptNotes } from './payout-details.tsx'

it('names accounts and transfers, and shows unknown ones as they are', () => {
  expect(accountName('payable:019a')).toBe('Owed to a seller')
  expect(accountName('payable')).toBe('Ready, held or came back')
  expect(accountName('cash:hand')).toBe('Paid by hand, before money accounts')
  expect(accountName('clearing:SA-1', new Map([['SA-1', 'First Bank']]))).toBe('First Bank, being sent')
  expect(accountName('cash:new')).toBe('cash:new')
  expect(transferName('approval-reversal')).toBe('No longer owed')
  expect(transferName('new')).toBe('new')
})

it('limits the transfers to accounts of the site, not to the sum of all customers', () => {
  expect(namedAccounts).toContain('cards')
  expect(namedAccounts).not.toContain('payable')
})

it('shows what is owed and paid as a positive amount, and no minus zero', () => {
  expect(shownBalance({ account: 'payable', balance: -184 })).toBe(184)
  expect(shownBalance({ account: 'cards', balance: 184 })).toBe(184)
  expect(shownBalance({ account: 'fees', balance: 1.84 })).toBe(1.84)
  expect(shownBalance({ account: 'cash:SA-1', balance: -93.84 })).toBe(-93.84)
  expect(Object.is(shownBalance({ account: 'cash:hand', balance: 0 }), 0)).toBe(true)
})

it('adds up what is owed: not sent and being sent', () => {
  const balances = [
    { account: 'payable', balance: -184.1 },
    { account: 'clearing:hand', balance: -92.2 },
    { account: 'clearing:paypal', balance: -0.3 },
    { account: 'cards', balance: 500 },
  ]
  expect(owedToSellers(balances)).toBe(276.6)
})

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
