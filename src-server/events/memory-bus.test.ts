import { expect, test } from 'vitest'
import type { AppEvent } from './event-bus.ts'
import { createMemoryBus } from './memory-bus.ts'

const created = (id: number) => ({ name: 'submission.created', submissionId: `s${id}`, customerId: 'c' }) as const

async function take<Item>(items: AsyncIterable<Item>, count: number): Promise<Item[]> {
  const taken: Item[] = []
  for await (const item of items) if (taken.push(item) === count) break
  return taken
}

test('delivers events published between subscribing and the first read, in order', async () => {
  const bus = createMemoryBus()
  const events = bus.subscribe(['submission.created'], new AbortController().signal)
  bus.publish(created(1))
  bus.publish(created(2))
  expect(await take(events, 2)).toEqual([created(1), created(2)])
})

test('wakes a waiting subscriber', async () => {
  const bus = createMemoryBus()
  const reading = take(bus.subscribe(['submission.created'], new AbortController().signal), 1)
  bus.publish(created(1))
  expect(await reading).toEqual([created(1)])
})

test('delivers no events of other names', async () => {
  const bus = createMemoryBus()
  const events = bus.subscribe(['submission.status-changed'], new AbortController().signal)
  bus.publish(created(1))
  bus.publish({ name: 'session.ended', sessionId: 'x' })
  const changed = { name: 'submission.status-changed', submissionId: 's', customerId: 'c' } as const
  bus.publish(changed)
  expect(await take(events, 1)).toEqual([changed])
})

test('a slow subscriber gets one resync instead of the missed events, then later events', async () => {
  const bus = createMemoryBus()
  const events = bus.subscribe(['submission.created'], new AbortController().signal)
  for (let id = 0; id < 257; id++) bus.publish(created(id))
  bus.publish(created(999))
  expect(await take(events, 2)).toEqual([{ name: 'resync' }, created(999)])
})

test('a full queue causes no resync before the next event', async () => {
  const bus = createMemoryBus()
  const events = bus.subscribe(['submission.created'], new AbortController().signal)
  for (let id = 0; id < 256; id++) bus.publish(created(id))
  const taken = await take(events, 256)
  expect(taken.at(0)).toEqual(created(0))
  expect(taken.at(-1)).toEqual(created(255))
})

test('a slow subscriber does not affect a fast one', async () => {
  const bus = createMemoryBus()
  bus.subscribe(['submission.created'], new AbortController().signal)
  const fast = bus.subscribe(['submission.created'], new AbortController().signal)
  const reader = fast[Symbol.asyncIterator]()
  for (let id = 0; id < 300; id++) {
    bus.publish(created(id))
    expect((await reader.next()).value).toEqual(created(id))
  }
})

test('aborting ends a waiting iteration', async () => {
  const bus = createMemoryBus()
  const abort = new AbortController()
  const events = bus.subscribe(['submission.created'], abort.signal)
  const reading = take(events, 1)
  abort.abort()
  expect(await reading).toEqual([])
})

test('delivers nothing after the abort or to a subscription that starts aborted', async () => {
  const bus = createMemoryBus()
  const abort = new AbortController()
  const early = bus.subscribe(['submission.created'], abort.signal)
  abort.abort()
  const late = bus.subscribe(['submission.created'], abort.signal)
  bus.publish(created(1))
  expect(await take(early, 1)).toEqual([])
  expect(await take(late, 1)).toEqual([])
})

test('calls a listener synchronously until it stops listening', () => {
  const bus = createMemoryBus()
  const heard: AppEvent[] = []
  const stop = bus.listen((event) => heard.push(event))
  bus.publish(created(1))
  expect(heard).toEqual([created(1)])
  stop()
  bus.publish(created(2))
  expect(heard).toHaveLength(1)
})

test('a listener that stops during its call does not affect other listeners', () => {
  const bus = createMemoryBus()
  const heard: string[] = []
  const stop = bus.listen(() => {
    heard.push('first')
    stop()
  })
  bus.listen(() => heard.push('second'))
  bus.publish(created(1))
  bus.publish(created(2))
  expect(heard).toEqual(['first', 'second', 'second'])
})
