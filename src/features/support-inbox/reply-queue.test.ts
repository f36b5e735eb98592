import { expect, test } from 'vitest'
import type { ChatMessage } from '#shared/chat-schema.ts'
import { createReplyQueue } from './reply-queue.ts'

const reply = (id: string, text = `words of ${id}`) => ({
  clientMessageId: id,
  sessionId: 's1',
  text,
  files: [],
  writtenAt: '2026-11-20T12:00:00.000Z',
})

function aDesk(arrives: (id: string, attempt: number) => boolean) {
  const tries: string[] = []
  const sent: string[] = []
  const desk = createReplyQueue(async ({ clientMessageId }) => {
    tries.push(clientMessageId)
    if (!arrives(clientMessageId, tries.filter((id) => id === clientMessageId).length)) throw new Error('away')
    return { id: clientMessageId } as ChatMessage
  })
  const onSent = ({ id }: ChatMessage) => void sent.push(id)
  const states = () => desk.getSnapshot().replies.map(({ clientMessageId, state }) => `${clientMessageId} ${state}`)
  return { desk, tries, sent, onSent, states }
}

test('sends replies sequentially in the order they were written', async () => {
  const { desk, sent, onSent, states } = aDesk(() => true)
  for (const id of ['a', 'b']) desk.send(reply(id), onSent)
  expect(states()).toEqual(['a sending', 'b sending'])
  await desk.settled()
  expect([sent, states()]).toEqual([['a', 'b'], []])
})

test('keeps a failed reply, sends the next one, and retries with the same id', async () => {
  const { desk, tries, sent, onSent, states } = aDesk((id, attempt) => id !== 'a' || attempt > 1)
  for (const id of ['a', 'b']) desk.send(reply(id), onSent)
  await desk.settled()
  expect([states(), sent]).toEqual([['a failed'], ['b']])
  expect(desk.getSnapshot().replies[0]?.text).toBe('words of a')
  desk.retry('a', onSent)
  desk.retry('a', onSent)
  await desk.settled()
  expect([tries, sent, states()]).toEqual([['a', 'b', 'a'], ['b', 'a'], []])
})

test('stores one draft per conversation and drops empty ones', () => {
  const { desk } = aDesk(() => true)
  desk.setDraft('s1', { text: 'Hello', files: [] })
  desk.setDraft('s2', { text: 'Other', files: [] })
  desk.setDraft('s1', { text: '', files: [] })
  expect(desk.getSnapshot().drafts).toEqual({ s2: { text: 'Other', files: [] } })
})
