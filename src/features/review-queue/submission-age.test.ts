import { expect, it } from 'vitest'
import { waiting } from './order-tags.tsx'

const createdAt = '2025-06-01T12:00:00.000Z'
const dueAt = '2025-06-01T13:00:00.000Z'
const atMinute = (minutes: number) => Date.parse(createdAt) + minutes * 60_000

it.each([
  [0, 'fresh'],
  [29.9, 'fresh'],
  [30, 'late'],
  [59.9, 'late'],
  [60, 'overdue'],
] as const)('a pending submission after %s minutes is %s', (minutes, expected) => {
  expect(waiting({ status: 'pending', createdAt, dueAt }, atMinute(minutes))).toBe(expected)
})

it('counts a submission in processing as waiting', () => {
  expect(waiting({ status: 'processing', createdAt, dueAt }, atMinute(45))).toBe('late')
})

it('follows its own due time', () => {
  const slow = { status: 'pending', createdAt, dueAt: '2025-06-01T15:00:00.000Z' } as const
  expect([89, 90, 179, 180].map((minute) => waiting(slow, atMinute(minute)))).toEqual([
    'fresh',
    'late',
    'late',
    'overdue',
  ])
})

it('is fresh while it waits for its customer', () => {
  expect(waiting({ status: 'processing', createdAt }, atMinute(500))).toBe('fresh')
})

it('returns none for a decided submission', () => {
  expect(waiting({ status: 'completed', createdAt }, atMinute(500))).toBe('none')
  const payout = { id: 'PO-1', state: 'ready' as const, holds: [] }
  expect(waiting({ status: 'processing', createdAt, payout }, atMinute(500))).toBe('none')
  expect(waiting({ status: 'registered', createdAt }, atMinute(500))).toBe('none')
})
