import { expect, test } from 'vitest'
import type { ChatMessage } from '#shared/chat-schema.ts'
import { hasEarlier, mergeMessages } from './merge-messages.ts'

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
