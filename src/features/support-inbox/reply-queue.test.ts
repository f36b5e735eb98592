import { expect, test } from 'vitest'
import type { ChatMessage } from '#shared/chat-schema.ts'
import { createReplyQueue } from './reply-queue.ts'

const reply = (id: string, message = `words of ${id}`) => ({
  clientMessageId: id,
  sessionId: 's1',
  message,
  files: [],
  writtenAt: '2026-11-20T12:00:00.000Z',
})

function startQueue(arrives: (id: string, attempt: number) => boolean) {
  const tries: string[] = []
  const sent: string[] = []
  const queue = createReplyQueue(async ({ clientMessageId }) => {
    tries.push(clientMessageId)
    if (!arrives(clientMessageId, tries.filter((id) => id === clientMessageId).length)) throw new Error('away')
    return { id: clientMessageId } as ChatMessage
  })
  const onSent = ({ id }: ChatMessage) => void sent.push(id)
  const states = () => queue.getSnapshot().replies.map(({ clientMessageId, state }) => `${clientMessageId} ${state}`)
  return { queue, tries, sent, onSent, states }
}

test('sends replies sequentially in the order they were written', async () => {
  const { queue, sent, onSent, states } = startQueue(() => true)
  for (const id of ['a', 'b']) queue.send(reply(id), onSent)
  expect(states()).toEqual(['a sending', 'b sending'])
  await queue.settled()
  expect([sent, states()]).toEqual([['a', 'b'], []])
})

test('keeps a failed reply, sends the next one, and retries with the same id', async () => {
  const { queue, tries, sent, onSent, states } = startQueue((id, attempt) => id !== 'a' || attempt > 1)
  for (const id of ['a', 'b']) queue.send(reply(id), onSent)
  await queue.settled()
  expect([states(), sent]).toEqual([['a failed'], ['b']])
  expect(queue.getSnapshot().replies[0]?.message).toBe('words of a')
  queue.retry('a', onSent)
  queue.retry('a', onSent)
  await queue.settled()
  expect([tries, sent, states()]).toEqual([['a', 'b', 'a'], ['b', 'a'], []])
})

test('stores one draft per conversation and drops empty ones', () => {
  const { queue } = startQueue(() => true)
  queue.setDraft('s1', { text: 'Hello', files: [] })
  queue.setDraft('s2', { text: 'Other', files: [] })
  queue.setDraft('s1', { text: '', files: [] })
  expect(queue.getSnapshot().drafts).toEqual({ s2: { text: 'Other', files: [] } })
})
