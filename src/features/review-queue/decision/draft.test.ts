import { expect, it } from 'vitest'
import { decides, effectiveReason, reasonOf, shortReason, statusKey, untouched, withStatus } from './draft.ts'

const pending = { status: 'pending', version: 3 } as const

it('starts with the displayed status and version and decides nothing', () => {
  const draft = untouched(pending)
  expect(draft).toEqual({ status: 'pending', quick: '', custom: '', base: 3 })
  expect(decides(draft, pending)).toBe(false)
})

it('decides with a new status or only a reason', () => {
  expect(decides(withStatus(untouched(pending), 'rejected'), pending)).toBe(true)
  expect(decides({ ...untouched(pending), custom: 'We ask the brand.' }, pending)).toBe(true)
  expect(decides({ ...untouched(pending), custom: '  ' }, pending)).toBe(false)
})

it('drops the quick reason on a new status and keeps the custom one', () => {
  const draft = { ...untouched(pending), status: 'rejected', quick: 'Blurry.', custom: 'Mine.' } as const
  expect(withStatus(draft, 'failed')).toMatchObject({ status: 'failed', quick: '', custom: 'Mine.' })
  expect(withStatus(draft, 'rejected')).toBe(draft)
  expect(reasonOf(draft)).toBe('Mine.')
})

it('numbers the statuses from 1', () => {
  expect(statusKey('pending')).toBe('1')
  expect(statusKey('failed')).toBe('5')
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
