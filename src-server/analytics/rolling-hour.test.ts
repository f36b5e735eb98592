import { expect, test } from 'vitest'
import { MINUTE_MS } from '../platform/clock.ts'
import { createLastHour } from './rolling-hour.ts'

const start = Date.parse('2026-11-20T12:00:30.000Z')

test('counts a view for sixty minutes', () => {
  const hour = createLastHour()
  hour.addViews('/', 2, start)
  hour.addViews('/contact', 3, start + 59 * MINUTE_MS)
  expect(hour.byPage(start + 59 * MINUTE_MS)).toEqual([
    ['/contact', 3],
    ['/', 2],
  ])
  expect(hour.byPage(start + 60 * MINUTE_MS)).toEqual([['/contact', 3]])
  expect(hour.byPage(start + 500 * MINUTE_MS)).toEqual([])
})

test('orders pages with as many views by name, in whatever minutes they were seen', () => {
  const hour = createLastHour()
  // The ring of minutes starts again with each hour.
  const nextHour = Math.ceil(start / (60 * MINUTE_MS)) * 60 * MINUTE_MS
  for (const [minute, page] of ['/exchange', '/'].entries()) hour.addViews(page, 1, nextHour + minute * MINUTE_MS)
  hour.addViews('/contact', 1, nextHour - MINUTE_MS)
  expect(hour.byPage(nextHour + MINUTE_MS).map(([page]) => page)).toEqual(['/', '/contact', '/exchange'])
})

test('returns all minutes in order, empty ones with zero', () => {
  const hour = createLastHour()
  hour.addViews('/', 2, start)
  hour.addViews('/contact', 1, start)
  hour.addViews('/', 4, start + 2 * MINUTE_MS)
  const points = hour.viewsPerMinute(start + 2 * MINUTE_MS)
  expect(points).toHaveLength(60)
  expect(points.slice(-3)).toEqual([
    { at: '2026-11-20T12:00:00.000Z', count: 3 },
    { at: '2026-11-20T12:01:00.000Z', count: 0 },
    { at: '2026-11-20T12:02:00.000Z', count: 4 },
  ])
  expect(points[0]?.at).toBe('2026-11-20T11:03:00.000Z')
})

test('keeps the maximum of concurrent visitors per minute', () => {
  const hour = createLastHour()
  for (const count of [2, 5, 3]) hour.noteVisitors(count, start)
  expect(hour.visitorsPerMinute(start).at(-1)?.count).toBe(5)
})

test('ignores times older than the hour', () => {
  const hour = createLastHour()
  hour.addViews('/', 1, start)
  hour.addViews('/', 7, start - 60 * MINUTE_MS)
  expect(hour.byPage(start)).toEqual([['/', 1]])
})
