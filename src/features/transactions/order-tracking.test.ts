import { expect, test } from 'vitest'
import type { ReviewStatus } from '#shared/submission.ts'
import type { StatusChange, Tracking, TransactionDetail } from '#shared/transaction-schema.ts'
import { comingSteps, delayOf, expectedText, placeText } from './order-tracking.tsx'

// Runs in the local time zone, like the functions under test.
const at = (text: string) => new Date(text)

function order(status: ReviewStatus, changedAt: Date, paymentMethod = 'Cash App'): TransactionDetail {
  const submittedAt = at('2030-03-05T11:38:00')
  const change = (to: ReviewStatus, time: Date): StatusChange => ({
    id: to,
    from: null,
    to,
    reason: null,
    reasonCode: null,
    by: 'Support',
    at: time.toISOString(),
  })
  return {
    id: 'GCE-0000000001',
    giftCardName: 'Apple',
    cardBrand: 'apple',
    cardValue: 100,
    exchangeRate: 0.92,
    payoutAmount: 92,
    paymentMethod,
    status,
    statusReason: null,
    reasonCode: null,
    createdAt: submittedAt.toISOString(),
    email: 'dana@mail.example',
    cardNumber: '•••• 6KRD',
    uploadedFiles: [],
    history: [change('pending', submittedAt), ...(status === 'pending' ? [] : [change(status, changedAt)])],
  }
}

const steps = (transaction: TransactionDetail, now: string) =>
  comingSteps(transaction, at(now).getTime()).map(({ name, when }) => `${name}, ${when.replace('\u202f', ' ')}`)
const pending = order('pending', at('2030-03-05T11:38:00'))

test('a pending order is checked within 15 minutes and paid within the hour after', () => {
  expect(steps(pending, '2030-03-05T11:40:00')).toEqual(['Checking, by 11:53 AM', 'Paid, by 12:55 PM'])
})

test('a late check shows no time that has passed', () => {
  expect(steps(pending, '2030-03-05T11:54:00')).toEqual(['Checking, taking longer than usual', 'Paid, after the check'])
})

test('an order being processed is only waiting for its payout', () => {
  const processing = order('processing', at('2030-03-05T12:20:00'))
  expect(steps(processing, '2030-03-05T12:30:00')).toEqual(['Paid, by 1:20 PM'])
  expect(steps(processing, '2030-03-05T13:30:00')).toEqual(['Paid, taking longer than usual'])
})

test('a bank transfer has a day', () => {
  const bank = order('pending', at('2030-03-05T11:38:00'), 'Bank Transfer')
  expect(steps(bank, '2030-03-05T11:40:00')).toEqual(['Checking, by 11:53 AM', 'Paid, by Thursday, March 7'])
})

test('a time after midnight is tomorrow', () => {
  const late = { ...pending, createdAt: at('2030-03-05T23:38:00').toISOString() }
  expect(steps(late, '2030-03-05T23:39:00')).toEqual(['Checking, by 11:53 PM', 'Paid, by 12:55 AM tomorrow'])
})

test.each(['completed', 'rejected', 'failed'] as const)('nothing follows an order that is %s', (status) => {
  expect(steps(order(status, at('2030-03-05T12:00:00')), '2030-03-05T12:01:00')).toEqual([])
})

test('an order is late once its usual time has passed, and not before', () => {
  const delay = (transaction: TransactionDetail, now: string) => delayOf(transaction, at(now).getTime())
  expect(delay(pending, '2030-03-05T11:53:00')).toBeUndefined()
  expect(delay(pending, '2030-03-05T11:53:01')).toBe('late-check')
  const processing = order('processing', at('2030-03-05T12:20:00'))
  expect(delay(processing, '2030-03-05T13:20:00')).toBeUndefined()
  expect(delay(processing, '2030-03-05T13:20:01')).toBe('late-payout')
  expect(delay(order('rejected', at('2030-03-05T12:20:00')), '2030-03-07T12:00:00')).toBeUndefined()
})

test('a held payout has no time, also before its usual time has passed', () => {
  const payout = {
    id: 'PO-1',
    amount: 92,
    method: 'Cash App',
    label: 'Cash App $d…r',
    state: 'held',
    message: '',
  } as const
  const held = { ...order('processing', at('2030-03-05T12:20:00')), payout: { ...payout, isHeld: true as const } }
  expect(delayOf(held, at('2030-03-05T12:21:00').getTime())).toBe('held')
  expect(steps(held, '2030-03-05T12:21:00')).toEqual(['Paid, after a second look'])
  expect(steps(held, '2030-03-07T12:21:00')).toEqual(['Paid, after a second look'])
})

const onThatDay = (time: string) => new Date(`2030-03-05T${time}:00`)
const tracking: Tracking = {
  place: 4,
  ahead: 3,
  expectedAt: onThatDay('15:40').toISOString(),
  latestAt: onThatDay('15:59').toISOString(),
  basis: 'brand',
  samples: 120,
  usualMinutes: 12,
  mostMinutes: 31,
}
const expected = (time: string, changes: Partial<Tracking> = {}) =>
  expectedText({ ...tracking, ...changes }, onThatDay(time).getTime()).replace('\u202f', ' ')

test('names the place in line, and says when a reviewer looks', () => {
  expect(placeText(tracking)).toBe('You are number 4 in line.')
  expect(placeText({ ...tracking, place: 1, ahead: 0 })).toBe('You are next in line.')
  expect(placeText({ ...tracking, isBeingChecked: true })).toBe('A reviewer is checking it now.')
})

test('names no time that has passed', () => {
  expect(expected('15:30')).toBe('Expected by 3:40 PM.')
  expect(expected('15:41')).toBe('This takes longer than usual. Expected by 3:59 PM.')
  expect(expected('16:01')).toBe('This takes longer than usual.')
  expect(expected('16:01', { overdueSince: onThatDay('16:00').toISOString() })).toMatch(
    /^This takes longer than we promise\./,
  )
})
