import { expect, test } from 'vitest'
import type { Tracking } from '#shared/transaction-schema.ts'
import { expectedText, placeText } from './order-tracking.tsx'

// Runs in the local time zone, like the functions under test.
const at = (time: string) => new Date(`2030-03-05T${time}:00`)
const tracking: Tracking = {
  place: 4,
  ahead: 3,
  expectedAt: at('15:40').toISOString(),
  latestAt: at('15:59').toISOString(),
  basis: 'brand',
  samples: 120,
  usualMinutes: 12,
  mostMinutes: 31,
}
const expected = (time: string, changes: Partial<Tracking> = {}) =>
  expectedText({ ...tracking, ...changes }, at(time).getTime()).replace('\u202f', ' ')

test('names the place in line, and says when a reviewer looks', () => {
  expect(placeText(tracking)).toBe('You are number 4 in line.')
  expect(placeText({ ...tracking, place: 1, ahead: 0 })).toBe('You are next in line.')
  expect(placeText({ ...tracking, isBeingChecked: true })).toBe('A reviewer is checking it now.')
})

test('names no time that has passed', () => {
  expect(expected('15:30')).toBe('Expected by 3:40 PM.')
  expect(expected('15:41')).toBe('This takes longer than usual. Expected by 3:59 PM.')
  expect(expected('16:01')).toBe('This takes longer than usual.')
  expect(expected('16:01', { overdueSince: at('16:00').toISOString() })).toMatch(/^This takes longer than we promise\./)
})
