import { expect, test } from 'vitest'
import type { ChatMessage } from '#shared/chat-schema.ts'
import { hasEarlier, mergeMessages, threadEntries } from './thread.ts'

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
const queued = (clientMessageId: string) => ({
  clientMessageId,
  message: 'When?',
  writtenAt: '2026-11-20T11:59:59.000Z',
  state: 'sending' as const,
})
const unseen = { own: 'user', seenSequence: 0 } as const

test('a delivered message keeps its key and is shown once', () => {
  const [waiting] = threadEntries([], [queued('c1')], unseen)
  expect(threadEntries([arrived], [queued('c1')], unseen)).toEqual([
    {
      key: waiting?.key,
      at: arrived.timestamp,
      isOwn: true,
      text: 'When?',
      files: [],
      waitingFiles: 0,
      isSeen: false,
      delivered: arrived,
    },
  ])
})

test('queued messages are last and marked as own', () => {
  const reply: ChatMessage = { ...arrived, id: 'm2', sequence: 2, senderType: 'admin', clientMessageId: null }
  const entries = (own: 'user' | 'admin') =>
    threadEntries([arrived, reply], [queued('c2')], { own, seenSequence: 0 }).map(({ key, isOwn }) => [key, isOwn])
  expect(entries('user')).toEqual([
    ['c1', true],
    ['m2', false],
    ['c2', true],
  ])
  expect(entries('admin')).toEqual([
    ['c1', false],
    ['m2', true],
    ['c2', true],
  ])
})

test('marks only the newest own message once the other side has seen it', () => {
  const message = (sequence: number, senderType: 'user' | 'admin'): ChatMessage => ({
    ...arrived,
    id: `m${sequence}`,
    sequence,
    senderType,
    clientMessageId: null,
  })
  const messages = [message(1, 'admin'), message(2, 'admin'), message(3, 'user')]
  const seen = (seenSequence: number) =>
    threadEntries(messages, [], { own: 'admin', seenSequence }).map(({ isSeen }) => isSeen)
  expect(seen(1)).toEqual([false, false, false])
  expect(seen(2)).toEqual([false, true, false])
})

test('shows the uploaded files of queued messages, and counts those that are sent with the message', () => {
  const file = { id: 'f1', fileName: 'receipt.pdf', fileSize: 1, mimeType: 'application/pdf' } as const
  const [entry] = threadEntries([], [{ ...queued('c1'), files: [file, new File([], 'photo.jpg')] }], unseen)
  expect(entry).toMatchObject({ files: [{ id: 'f1', name: 'receipt.pdf' }], waitingFiles: 1 })
})

const message = (sequence: number): ChatMessage => ({
  id: `m${sequence}`,
  sequence,
  senderType: 'user',
  senderName: 'Dana Reyes',
  message: `message ${sequence}`,
  timestamp: '2026-11-20T12:00:00.000Z',
  clientMessageId: null,
  attachments: [],
})

test('inserts new messages in order without duplicates', () => {
  const old = [message(1), message(3)]
  expect(mergeMessages(old, [message(2), message(3), message(4)]).map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4])
})

test('keeps only the messages after a gap, and reports that earlier ones exist', () => {
  const merged = mergeMessages([message(1), message(2)], [message(60), message(61)])
  expect([merged.map(({ sequence }) => sequence), hasEarlier(merged)]).toEqual([[60, 61], true])
  expect(hasEarlier([message(1)])).toBe(false)
  expect(hasEarlier([])).toBe(false)
})

test('ignores an older list that arrives late', () => {
  const old = [message(1), message(2)]
  expect(mergeMessages(old, [message(1)])).toBe(old)
})
