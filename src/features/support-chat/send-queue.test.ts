import { expect, test } from 'vitest'
import type { Outgoing } from './outgoing.ts'
import { createSendQueue, type Sent } from './send-queue.ts'

const entry = (id: string): Outgoing => ({
  clientMessageId: id,
  message: `words of ${id}`,
  writtenAt: '2026-11-20T12:00:00.000Z',
  sessionId: 's1',
})

class Unreachable extends Error {}

/** A queue without delays; `answers` determines the result of each attempt. */
function aQueue(
  answers: (id: string, attempt: number) => 'arrives' | 'unreachable' | 'refused',
  kept: Outgoing[] = [],
) {
  const tries: string[] = []
  const events: string[] = []
  const queue = createSendQueue({
    send: async ({ clientMessageId }) => {
      tries.push(clientMessageId)
      const answer = answers(clientMessageId, tries.filter((id) => id === clientMessageId).length)
      if (answer === 'unreachable') throw new Unreachable()
      if (answer === 'refused') throw new Error('Not like this.')
      return {} as Sent
    },
    failureOf: (error) => ({ reason: (error as Error).message, canWait: error instanceof Unreachable }),
    kept: {
      read: () => kept,
      keep: (each) => void kept.push(each),
      drop: (id) => void kept.splice(0, kept.length, ...kept.filter((each) => each.clientMessageId !== id)),
    },
    onSent: ({ clientMessageId }) => events.push(`sent ${clientMessageId}`),
    onFailed: (reason) => events.push(`failed ${reason}`),
    wait: async () => {},
  })
  const states = () => queue.getSnapshot().map(({ clientMessageId, state }) => `${clientMessageId} ${state}`)
  /** Resolves when no message is being sent. */
  const settled = () =>
    new Promise<void>((resolve) => {
      const look = () => queue.getSnapshot().every(({ state }) => state === 'failed') && resolve()
      queue.subscribe(look)
      look()
    })
  return { queue, tries, events, kept, states, settled }
}

test('sends messages sequentially in the order they were written', async () => {
  const { queue, tries, events, kept, states, settled } = aQueue(() => 'arrives')
  queue.start()
  for (const id of ['a', 'b', 'c']) queue.send(entry(id))
  expect(states()).toEqual(['a sending', 'b sending', 'c sending'])
  await settled()
  expect([tries, events, kept]).toEqual([['a', 'b', 'c'], ['sent a', 'sent b', 'sent c'], []])
})

test('retries an undelivered message before the next one', async () => {
  const { queue, tries, settled } = aQueue((id, attempt) => (id === 'a' && attempt < 3 ? 'unreachable' : 'arrives'))
  queue.start()
  queue.send(entry('a'))
  queue.send(entry('b'))
  await settled()
  expect(tries).toEqual(['a', 'a', 'a', 'b'])
})

test('keeps and marks all messages while offline until a retry', async () => {
  let isDown = true
  const { queue, tries, events, kept, states, settled } = aQueue(() => (isDown ? 'unreachable' : 'arrives'))
  queue.start()
  queue.send(entry('a'))
  queue.send(entry('b'))
  await settled()
  expect([tries.length, states(), kept.length]).toEqual([4, ['a failed', 'b failed'], 2])
  isDown = false
  queue.retry()
  await settled()
  expect([events.slice(-2), kept]).toEqual([['sent a', 'sent b'], []])
})

test('does not retry a rejected message and sends the next one', async () => {
  const { queue, tries, events, states, settled } = aQueue((id) => (id === 'a' ? 'refused' : 'arrives'))
  queue.start()
  queue.send(entry('a'))
  queue.send(entry('b'))
  await settled()
  expect([tries, events, states()]).toEqual([['a', 'b'], ['failed Not like this.', 'sent b'], ['a failed']])
})

test('sends stored messages of an earlier page on start', async () => {
  const { queue, events, settled } = aQueue(() => 'arrives', [entry('old')])
  queue.start()
  await settled()
  expect(events).toEqual(['sent old'])
})

test('stops retrying after stop and keeps the messages', async () => {
  const { queue, tries, kept, events } = aQueue(() => 'unreachable')
  queue.start()
  queue.send(entry('a'))
  queue.stop()
  await new Promise<void>((resolve) => setImmediate(resolve))
  expect([tries, events, kept.length]).toEqual([['a'], [], 1])
})
