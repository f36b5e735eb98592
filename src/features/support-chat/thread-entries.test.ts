import { expect, test } from 'vitest'
import type { ChatMessage } from '#shared/chat-schema.ts'
import type { QueuedMessage } from './send-queue.ts'
import { formatDay, splitByDay, threadEntries } from './thread-entries.ts'

const arrived: ChatMessage = {
  id: 'm1',
  sequence: 1,
  senderType: 'user',
  senderName: 'Dana Reyes',
  message: 'When?',
  timestamp: '2026-11-20T12:00:00.000Z',
  clientMessageId: 'c1',
  attachments: [],
}
const queued = (clientMessageId: string): QueuedMessage => ({
  clientMessageId,
  message: 'When?',
  writtenAt: '2026-11-20T11:59:59.000Z',
  sessionId: 's1',
  state: 'sending',
})

test('a delivered message keeps its key and is shown once', () => {
  const [waiting] = threadEntries([], [queued('c1')], 0)
  const shown = threadEntries([arrived], [queued('c1')], 0)
  expect(shown).toEqual([
    { key: waiting?.key, at: arrived.timestamp, isOwn: true, text: 'When?', attachments: [], isSeen: false },
  ])
})

test('queued messages are last and marked as own', () => {
  const reply: ChatMessage = { ...arrived, id: 'm2', sequence: 2, senderType: 'admin', clientMessageId: null }
  const entries = threadEntries([arrived, reply], [queued('c2')], 0)
  expect(entries.map(({ key, isOwn }) => [key, isOwn])).toEqual([
    ['c1', true],
    ['m2', false],
    ['c2', true],
  ])
})

test('marks the newest own message once support has seen it', () => {
  const own = (sequence: number): ChatMessage => ({ ...arrived, id: `m${sequence}`, sequence, clientMessageId: null })
  const seen = (sequence: number) => threadEntries([own(1), own(2)], [], sequence).map(({ isSeen }) => isSeen)
  expect(seen(1)).toEqual([false, false])
  expect(seen(2)).toEqual([false, true])
})

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
