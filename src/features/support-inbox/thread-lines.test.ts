import { expect, test } from 'vitest'
import type { InboxMessage } from '#shared/inbox-schema.ts'
import type { Reply } from './reply-queue.ts'
import { threadLines } from './thread-lines.ts'

const message = (sequence: number, senderType: 'user' | 'admin', clientMessageId: string | null = null) =>
  ({
    id: `m${sequence}`,
    sequence,
    senderType,
    senderName: 'Dana Reyes',
    clientMessageId,
    staff: senderType === 'admin' ? { id: 'me', name: 'Ann' } : null,
  }) as InboxMessage
const reply = (clientMessageId: string) => ({ clientMessageId, text: 'Soon.', files: [] }) as unknown as Reply

test('names the sender and shows a delivered reply once with its key', () => {
  const lines = threadLines('me', [message(1, 'user'), message(2, 'admin', 'r1')], [reply('r1'), reply('r2')], 0)
  expect(lines.map(({ key, from, isOwn }) => [key, from, isOwn])).toEqual([
    ['m1', 'Dana Reyes', false],
    ['r1', 'You', true],
    ['r2', 'You', true],
  ])
})

test('shows a colleague by name on the side of staff', () => {
  const lines = threadLines(
    'me',
    [{ ...message(1, 'admin'), staff: { id: 'sam', name: 'Sam' } }, message(2, 'admin')],
    [],
    0,
  )
  expect(lines.map(({ from, isOwn }) => [from, isOwn])).toEqual([
    ['Sam', true],
    ['You', true],
  ])
})

test('marks only the last reply once the customer has seen it', () => {
  const messages = [message(1, 'admin'), message(2, 'admin'), message(3, 'user')]
  const seen = (sequence: number) => threadLines('me', messages, [], sequence).map(({ isSeen }) => isSeen)
  expect(seen(1)).toEqual([false, false, false])
  expect(seen(2)).toEqual([false, true, false])
})
