import { expect, it } from 'vitest'
import { decides, reasonOf, statusKey, untouched, withStatus } from './draft.ts'

const pending = { status: 'pending', version: 3 } as const

it('begins with the status and the version on screen and decides nothing', () => {
  const draft = untouched(pending)
  expect(draft).toEqual({ status: 'pending', quick: '', custom: '', base: 3 })
  expect(decides(draft, pending)).toBe(false)
})

it('decides with another status or with a reason alone', () => {
  expect(decides(withStatus(untouched(pending), 'rejected'), pending)).toBe(true)
  expect(decides({ ...untouched(pending), custom: 'We ask the brand.' }, pending)).toBe(true)
  expect(decides({ ...untouched(pending), custom: '  ' }, pending)).toBe(false)
})

it('gives up the chosen reason with the status it belongs to, and keeps what was typed', () => {
  const draft = { ...untouched(pending), status: 'rejected', quick: 'Blurry.', custom: 'Mine.' } as const
  expect(withStatus(draft, 'failed')).toMatchObject({ status: 'failed', quick: '', custom: 'Mine.' })
  expect(withStatus(draft, 'rejected')).toBe(draft)
  expect(reasonOf(draft)).toBe('Mine.')
})

it('numbers the statuses from 1', () => {
  expect(statusKey('pending')).toBe('1')
  expect(statusKey('failed')).toBe('5')
})
