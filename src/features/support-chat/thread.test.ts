import { expect, test } from 'vitest'
import { formatDay, splitByDay } from './thread.tsx'

const noon = (day: string) => new Date(`${day}T12:00:00`).toISOString()

test('formats today, yesterday and other days', () => {
  const now = Date.parse(noon('2026-11-20'))
  expect([noon('2026-11-20'), noon('2026-11-19'), noon('2026-11-18')].map((iso) => formatDay(iso, now))).toEqual([
    'Today',
    'Yesterday',
    'Nov 18, 2026',
  ])
})

test('groups entries by day in their order', () => {
  const entries = [noon('2026-11-18'), noon('2026-11-19'), noon('2026-11-19')].map((at) => ({ at }))
  expect(splitByDay(entries).map(({ entries }) => entries.length)).toEqual([1, 2])
})
