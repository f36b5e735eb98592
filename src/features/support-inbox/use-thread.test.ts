import { expect, test } from 'vitest'
import type { ChatMessage } from '#shared/chat-schema.ts'
import type { ChatThread, InboxMessage } from '#shared/inbox-schema.ts'
import { matchingCannedResponses, typedShortcut } from './reply-box.tsx'
import { senderName } from './thread-pane.tsx'
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

const by = (staff: InboxMessage['staff']) => ({ senderName: 'Dana Reyes', staff }) as InboxMessage

test('names the customer, the reader as You, and colleagues by name', () => {
  const names = [by(null), by({ id: 'me', name: 'Ann' }), by({ id: 'sam', name: 'Sam' })]
  expect(names.map((message) => senderName(message, 'me'))).toEqual(['Dana Reyes', 'You', 'Sam'])
})

const answer = (shortcut: string, text = '') => ({ id: shortcut, shortcut, text })

test('searches only after a leading slash', () => {
  expect(['/', '/pay', '/Pay', 'pay', ' /pay', '/pay out', '/etc/passwd', '/pay\n'].map(typedShortcut)).toEqual([
    '',
    'pay',
    'pay',
    ...Array.from({ length: 5 }, () => undefined),
  ])
})

test('ranks prefix matches before other matches', () => {
  const answers = [
    answer('late-payout'),
    answer('payout'),
    answer('photo', 'Send it again, we pay then.'),
    answer('bye'),
  ]
  expect(matchingCannedResponses(answers, 'pay').map(({ shortcut }) => shortcut)).toEqual([
    'payout',
    'late-payout',
    'photo',
  ])
  expect(matchingCannedResponses(answers, '')).toHaveLength(4)
})
