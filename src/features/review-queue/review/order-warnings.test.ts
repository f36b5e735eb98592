import { expect, test } from 'vitest'
import type { FlagKind } from '#shared/review.ts'
import { orderWarnings } from './order-warnings.ts'

const flag = (kind: FlagKind, email = 'dana@mail.example') => ({ kind, email })
const byBank = { paymentMethod: 'bank' } as const

test('the most serious warning is first, and people count once', () => {
  const flags = [
    flag('same-payout', 'kim@mail.example'),
    flag('same-payout', 'kim@mail.example'),
    flag('same-payout', 'lee@mail.example'),
    flag('same-photo'),
    flag('same-card'),
    flag('same-card'),
  ]
  expect(orderWarnings(flags, byBank)).toEqual([
    'Same card number as 2 other orders',
    'Same photo as 1 other order',
    'Same bank account as 2 other people',
  ])
})

test('names the payout account, and counts every deleted account', () => {
  expect(orderWarnings([flag('same-payout', ''), flag('same-payout', '')], { paymentMethod: 'zelle' })).toEqual([
    'Same Zelle account as 2 other people',
  ])
  expect(orderWarnings([flag('same-payout')], byBank)).toEqual(['Same bank account as 1 other person'])
})

test('another try of the customer to sell the same card is no warning', () => {
  const flags = [{ ...flag('same-card'), ownTry: 'first' } as const, flag('same-photo')]
  expect(orderWarnings(flags, byBank)).toEqual(['Same photo as 1 other order'])
})

test('says that there may be more than the server names', () => {
  const many = Array.from({ length: 20 }, () => flag('same-card'))
  expect(orderWarnings(many, byBank)).toEqual(['Same card number as 20 or more other orders'])
})
