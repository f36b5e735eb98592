import { expect, test } from 'vitest'
import { searchDay } from './payout-search-queries.ts'

const now = new Date('2026-11-21T03:00:00.000Z')

test.each([
  ['2026-11-20', 'UTC', '2026-11-20T00:00:00.000Z', '2026-11-21T00:00:00.000Z'],
  ['11/20/2026', 'UTC', '2026-11-20T00:00:00.000Z', '2026-11-21T00:00:00.000Z'],
  ['Nov 20, 2026', 'America/New_York', '2026-11-20T05:00:00.000Z', '2026-11-21T05:00:00.000Z'],
  ['november 5', 'Asia/Kolkata', '2026-11-04T18:30:00.000Z', '2026-11-05T18:30:00.000Z'],
  // The newest such day: tomorrow in UTC is a year ago.
  ['Nov 22', 'UTC', '2025-11-22T00:00:00.000Z', '2025-11-23T00:00:00.000Z'],
  ['nov 21', 'America/New_York', '2025-11-21T05:00:00.000Z', '2025-11-22T05:00:00.000Z'],
  // A day of 25 hours, one of 23, and one that begins at one o'clock.
  ['2026-11-01', 'America/New_York', '2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z'],
  ['3/8/2026', 'America/New_York', '2026-03-08T05:00:00.000Z', '2026-03-09T04:00:00.000Z'],
  ['2024-02-29', 'UTC', '2024-02-29T00:00:00.000Z', '2024-03-01T00:00:00.000Z'],
])('%s in %s is the day from %s to %s', (text, timeZone, from, to) => {
  expect(searchDay(text, { timeZone, now })).toEqual({ from, to })
})

test.each(['2026-02-29', '13/01/2026', '20/11/2026', 'Nov 31, 2026', 'Foo 3', 'No 3', '2026', '11/20', 'Nov', ''])(
  '%j is no day',
  (text) => {
    expect(searchDay(text, { timeZone: 'UTC', now })).toBeUndefined()
  },
)
