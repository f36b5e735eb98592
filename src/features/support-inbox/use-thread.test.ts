import { expect, test } from 'vitest'
import type { ChatMessage } from '#shared/chat-schema.ts'
import type { ChatThread } from '#shared/inbox-schema.ts'
import { mergeThread, withDraft } from './use-thread.ts'

const thread = (status: 'open' | 'closed', ...sequences: number[]) =>
  ({
    session: { status },
    messages: sequences.map((sequence) => ({ sequence }) as ChatMessage),
    hasOlder: (sequences[0] ?? 1) > 1,
  }) as ChatThread
const numbers = ({ messages }: ChatThread) => messages.map(({ sequence }) => sequence)

test('merges older and newer messages without duplicates and takes the later state', () => {
  const merged = mergeThread(thread('open', 3, 4, 5), thread('closed', 5, 6))
  expect([numbers(merged), merged.session.status, merged.hasOlder]).toEqual([[3, 4, 5, 6], 'closed', true])
  const whole = mergeThread(merged, thread('closed', 1, 2))
  expect([numbers(whole), whole.hasOlder]).toEqual([[1, 2, 3, 4, 5, 6], false])
})

test('keeps only messages after a gap and allows loading older ones', () => {
  const merged = mergeThread(thread('open', 1, 2, 3), thread('open', 60, 61))
  expect([numbers(merged), merged.hasOlder]).toEqual([[60, 61], true])
})

test('stores one draft per conversation and drops empty ones', () => {
  const hello = withDraft({}, 's1', { text: 'Hello', files: [] })
  const both = withDraft(hello, 's2', { text: 'Other', files: [] })
  expect(both).toEqual({ s1: { text: 'Hello', files: [] }, s2: { text: 'Other', files: [] } })
  expect(withDraft(both, 's1', { text: '', files: [] })).toEqual({ s2: { text: 'Other', files: [] } })
})
