import { expect, test } from 'vitest'
import { createMessageOutbox, type OutboxDeps } from './message-outbox.ts'

type Entry = { clientMessageId: string; message: string }

const entry = (id: string): Entry => ({ clientMessageId: id, message: `words of ${id}` })

class Unreachable extends Error {}

type Answer = 'arrives' | 'unreachable' | 'refused'

/** An outbox without delays; `answers` determines the result of each attempt. */
function createOutbox(answers: (id: string, attempt: number) => Answer, deps: Partial<OutboxDeps<Entry, void>> = {}) {
  const tries: string[] = []
  const events: string[] = []
  const outbox = createMessageOutbox({
    send: async ({ clientMessageId }: Entry) => {
      tries.push(clientMessageId)
      const answer = answers(clientMessageId, tries.filter((id) => id === clientMessageId).length)
      if (answer === 'unreachable') throw new Unreachable()
      if (answer === 'refused') throw new Error('Not like this.')
    },
    onSent: ({ clientMessageId }) => events.push(`sent ${clientMessageId}`),
    onFailed: (reason) => events.push(`failed ${reason}`),
    wait: async () => {},
    ...deps,
  })
  const states = () => outbox.get().map(({ clientMessageId, state }) => `${clientMessageId} ${state}`)
  /** Resolves when no message is being sent. */
  const settled = () =>
    new Promise<void>((resolve) => {
      const look = () => outbox.get().every(({ state }) => state === 'failed') && resolve()
      outbox.subscribe(look)
      look()
    })
  return { outbox, tries, events, states, settled }
}

/** The same with retries of unreachable messages and with kept messages. */
function createKeepingOutbox(answers: (id: string, attempt: number) => Answer, kept: Entry[] = []) {
  const started = createOutbox(answers, {
    failureOf: (error) => ({ reason: (error as Error).message, canWait: error instanceof Unreachable }),
    kept: {
      read: () => kept,
      keep: (each) => void kept.push(each),
      drop: (id) => void kept.splice(0, kept.length, ...kept.filter((each) => each.clientMessageId !== id)),
    },
  })
  return { ...started, kept }
}

test('sends messages sequentially in the order they were written', async () => {
  const { outbox, tries, events, kept, states, settled } = createKeepingOutbox(() => 'arrives')
  outbox.start()
  for (const id of ['a', 'b', 'c']) outbox.send(entry(id))
  expect(states()).toEqual(['a sending', 'b sending', 'c sending'])
  await settled()
  expect([tries, events, kept]).toEqual([['a', 'b', 'c'], ['sent a', 'sent b', 'sent c'], []])
})

test('retries an undelivered message before the next one', async () => {
  const { outbox, tries, settled } = createKeepingOutbox((id, attempt) =>
    id === 'a' && attempt < 3 ? 'unreachable' : 'arrives',
  )
  outbox.start()
  outbox.send(entry('a'))
  outbox.send(entry('b'))
  await settled()
  expect(tries).toEqual(['a', 'a', 'a', 'b'])
})

test('keeps and marks all messages while offline until a retry', async () => {
  let isDown = true
  const { outbox, tries, events, kept, states, settled } = createKeepingOutbox(() =>
    isDown ? 'unreachable' : 'arrives',
  )
  outbox.start()
  outbox.send(entry('a'))
  outbox.send(entry('b'))
  await settled()
  expect([tries.length, states(), kept.length]).toEqual([4, ['a failed', 'b failed'], 2])
  isDown = false
  outbox.retryAll()
  await settled()
  expect([events.slice(-2), kept]).toEqual([['sent a', 'sent b'], []])
})

test('does not retry a rejected message and sends the next one', async () => {
  const { outbox, tries, events, states, settled } = createKeepingOutbox((id) => (id === 'a' ? 'refused' : 'arrives'))
  outbox.start()
  outbox.send(entry('a'))
  outbox.send(entry('b'))
  await settled()
  expect([tries, events, states()]).toEqual([['a', 'b'], ['failed Not like this.', 'sent b'], ['a failed']])
})

test('sends stored messages of an earlier page on start', async () => {
  const { outbox, events, settled } = createKeepingOutbox(() => 'arrives', [entry('old')])
  outbox.start()
  await settled()
  expect(events).toEqual(['sent old'])
})

test('stops retrying after stop and keeps the messages', async () => {
  const { outbox, tries, kept, events } = createKeepingOutbox(() => 'unreachable')
  outbox.start()
  outbox.send(entry('a'))
  outbox.stop()
  await new Promise<void>((resolve) => setImmediate(resolve))
  expect([tries, events, kept.length]).toEqual([['a'], [], 1])
})

test('sends nothing before the start', async () => {
  const { outbox, tries, states, settled } = createOutbox(() => 'arrives')
  outbox.send(entry('a'))
  expect([tries, states()]).toEqual([[], ['a sending']])
  outbox.start()
  await settled()
  expect([tries, states()]).toEqual([['a'], []])
})

test('without failureOf, keeps a failed message, sends the next one and retries by hand with the same id', async () => {
  const { outbox, tries, events, states, settled } = createOutbox((id, attempt) =>
    id === 'a' && attempt === 1 ? 'unreachable' : 'arrives',
  )
  outbox.start()
  for (const id of ['a', 'b']) outbox.send(entry(id))
  await settled()
  expect([states(), tries]).toEqual([['a failed'], ['a', 'b']])
  expect(outbox.get()[0]?.message).toBe('words of a')
  outbox.retry('a')
  outbox.retry('a')
  await settled()
  expect([tries, states()]).toEqual([['a', 'b', 'a'], []])
  expect(events).toEqual(['failed ', 'sent b', 'sent a'])
})

test('retries by hand only the given message', async () => {
  let isDown = true
  const { outbox, tries, states, settled } = createOutbox(() => (isDown ? 'unreachable' : 'arrives'))
  outbox.start()
  for (const id of ['a', 'b']) outbox.send(entry(id))
  await settled()
  isDown = false
  outbox.retry('b')
  await settled()
  expect([tries, states()]).toEqual([['a', 'b', 'b'], ['a failed']])
})

test('forgets a message and its kept copy', async () => {
  const { outbox, kept, settled } = createKeepingOutbox(() => 'refused')
  outbox.start()
  outbox.send(entry('a'))
  await settled()
  outbox.forget('a')
  expect([outbox.get(), kept]).toEqual([[], []])
})
