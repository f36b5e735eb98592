import { expect, it, test } from 'vitest'
import { approvedReason } from '#shared/payout.ts'
import {
  canApprove,
  choicesOf,
  decides,
  effectiveReason,
  reasonOf,
  shortReason,
  untouched,
  withChoice,
} from './draft.ts'
import { findReasons, numberAfter } from './reason-fields.tsx'

const pending = { status: 'pending', version: 3 } as const

it('starts with the displayed status and version and decides nothing', () => {
  const draft = untouched(pending)
  expect(draft).toEqual({ status: 'pending', approves: false, despite: false, quick: '', custom: '', base: 3 })
  expect(decides(draft, pending)).toBe(false)
})

it('decides with a new status or only a reason', () => {
  expect(decides(withChoice(untouched(pending), 'rejected'), pending)).toBe(true)
  expect(decides({ ...untouched(pending), custom: 'We ask the brand.' }, pending)).toBe(true)
  expect(decides({ ...untouched(pending), custom: '  ' }, pending)).toBe(false)
})

it('drops the quick reason on a new status and keeps the custom one', () => {
  const draft = { ...untouched(pending), status: 'rejected', quick: 'Blurry.', custom: 'Mine.' } as const
  expect(withChoice(draft, 'failed')).toMatchObject({ status: 'failed', quick: '', custom: 'Mine.' })
  expect(withChoice(draft, 'rejected')).toBe(draft)
  expect(reasonOf(draft)).toBe('Mine.')
})

it('an approval decides, has a reason of its own, and ends with the choice of a status', () => {
  const draft = withChoice({ ...untouched(pending), quick: 'Blurry.' }, 'approve')
  expect(draft).toMatchObject({ status: 'processing', approves: true, quick: '' })
  expect(decides(draft, { status: 'processing' })).toBe(true)
  expect(reasonOf(draft)).toBe(approvedReason)
  expect(reasonOf({ ...draft, custom: 'All is well.' })).toBe('All is well.')
  expect(withChoice(draft, 'processing')).toMatchObject({ status: 'processing', approves: false })
})

it('approves orders without a payout, or whose payout came back', () => {
  const payout = (state: 'held' | 'paid' | 'returned') => ({ id: 'PO-1', state, holds: [] })
  expect(canApprove({ payoutAmount: 92 })).toBe(true)
  expect(canApprove({ payoutAmount: 0 })).toBe(false)
  expect(canApprove({ payoutAmount: 92, payout: payout('returned') })).toBe(true)
  for (const state of ['held', 'paid'] as const)
    expect(canApprove({ payoutAmount: 92, payout: payout(state) })).toBe(false)
})

it('numbers the statuses from 1', () => {
  expect(choicesOf(untouched(pending), { payoutAmount: 0 }).map(({ key }) => key)).toEqual(['1', '2', '3', '4', '5'])
})

it('shows a reason of 50 characters in full and shortens a longer one', () => {
  expect(shortReason('x'.repeat(50))).toBe('x'.repeat(50))
  expect(shortReason('x'.repeat(51))).toBe(`${'x'.repeat(50)}…`)
})

it('leaves no space before the ellipsis', () => {
  expect(shortReason(`${'x'.repeat(49)} yyy`)).toBe(`${'x'.repeat(49)}…`)
})

it('prefers the custom reason over the quick one', () => {
  expect(effectiveReason('Quick.', '  Custom. ')).toBe('Custom.')
})

it('uses the quick reason if the custom one is blank', () => {
  expect(effectiveReason('Quick.', '  \n')).toBe('Quick.')
  expect(effectiveReason('', '')).toBe('')
})

test('digits make the number of a reason, and begin a new one beyond the last', () => {
  const typed = (digits: string) => [...digits].reduce((number, digit) => numberAfter(number, digit, 26), '')
  for (const [digits, number] of [
    ['6', '6'],
    ['12', '12'],
    ['26', '26'],
    ['27', '7'],
    ['125', '5'],
    ['0', ''],
    ['10', '10'],
    ['70', '7'],
  ] as const)
    expect(typed(digits), digits).toBe(number)
})

const reasons = ['The photo is too blurry.', 'The code is covered.', 'We need 2 photos of the card.']

it('returns all reasons numbered for an empty search', () => {
  expect(findReasons(reasons, ' ').map(({ number }) => number)).toEqual([1, 2, 3])
})

it('prefers a match by number over digits in the text', () => {
  expect(findReasons(reasons, '2')).toEqual([{ number: 2, text: reasons[1] }])
})

it('matches all words in any order and keeps the numbers', () => {
  expect(findReasons(reasons, 'CARD photo')).toEqual([{ number: 3, text: reasons[2] }])
  expect(findReasons(reasons, 'zebra')).toEqual([])
})
