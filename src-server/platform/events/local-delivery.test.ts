import { expect, test } from 'vitest'
import { inServerTransaction, openDatabase } from '../db/database.ts'
import type { Delivered } from './event-bus.ts'
import { createLocalDelivery, createMemoryBus } from './local-delivery.ts'

const created = (id: number) => ({ name: 'submission.created', submissionId: `s${id}`, customerId: 'c' }) as const

async function take<Item>(items: AsyncIterable<Item>, count: number): Promise<Item[]> {
  const taken: Item[] = []
  for await (const item of items) if (taken.push(item) === count) break
  return taken
}

test('delivers events of the time between subscribing and the first read, in order', async () => {
  const delivery = createLocalDelivery()
  const events = delivery.subscribe(['submission.created'], new AbortController().signal)
  delivery.deliver(created(1))
  delivery.deliver(created(2))
  expect(await take(events, 2)).toEqual([created(1), created(2)])
})

test('wakes a waiting subscriber', async () => {
  const delivery = createLocalDelivery()
  const reading = take(delivery.subscribe(['submission.created'], new AbortController().signal), 1)
  delivery.deliver(created(1))
  expect(await reading).toEqual([created(1)])
})

test('delivers no events of other names', async () => {
  const delivery = createLocalDelivery()
  const events = delivery.subscribe(['submission.status-changed'], new AbortController().signal)
  delivery.deliver(created(1))
  delivery.deliver({ name: 'session.ended', sessionId: 'x' })
  const changed = { name: 'submission.status-changed', submissionId: 's', customerId: 'c' } as const
  delivery.deliver(changed)
  expect(await take(events, 1)).toEqual([changed])
})

test('a slow subscriber gets one resync instead of the missed events, then later events', async () => {
  const delivery = createLocalDelivery()
  const events = delivery.subscribe(['submission.created'], new AbortController().signal)
  for (let id = 0; id < 257; id++) delivery.deliver(created(id))
  delivery.deliver(created(999))
  expect(await take(events, 2)).toEqual([{ name: 'resync' }, created(999)])
})

test('a full queue causes no resync before the next event', async () => {
  const delivery = createLocalDelivery()
  const events = delivery.subscribe(['submission.created'], new AbortController().signal)
  for (let id = 0; id < 256; id++) delivery.deliver(created(id))
  const taken = await take(events, 256)
  expect(taken.at(0)).toEqual(created(0))
  expect(taken.at(-1)).toEqual(created(255))
})

test('a slow subscriber does not affect a fast one', async () => {
  const delivery = createLocalDelivery()
  delivery.subscribe(['submission.created'], new AbortController().signal)
  const fast = delivery.subscribe(['submission.created'], new AbortController().signal)
  const reader = fast[Symbol.asyncIterator]()
  for (let id = 0; id < 300; id++) {
    delivery.deliver(created(id))
    expect((await reader.next()).value).toEqual(created(id))
  }
})

test('aborting ends a waiting iteration', async () => {
  const delivery = createLocalDelivery()
  const abort = new AbortController()
  const events = delivery.subscribe(['submission.created'], abort.signal)
  const reading = take(events, 1)
  abort.abort()
  expect(await reading).toEqual([])
})

test('delivers nothing after the abort or to a subscription that starts aborted', async () => {
  const delivery = createLocalDelivery()
  const abort = new AbortController()
  const early = delivery.subscribe(['submission.created'], abort.signal)
  abort.abort()
  const late = delivery.subscribe(['submission.created'], abort.signal)
  delivery.deliver(created(1))
  expect(await take(early, 1)).toEqual([])
  expect(await take(late, 1)).toEqual([])
})

test('calls a listener synchronously until it stops listening', () => {
  const delivery = createLocalDelivery()
  const heard: Delivered[] = []
  const stop = delivery.listen((event) => heard.push(event))
  delivery.deliver(created(1))
  expect(heard).toEqual([created(1)])
  stop()
  delivery.deliver(created(2))
  expect(heard).toHaveLength(1)
})

test('a listener that stops during its call does not affect other listeners', () => {
  const delivery = createLocalDelivery()
  const heard: string[] = []
  const stop = delivery.listen(() => {
    heard.push('first')
    stop()
  })
  delivery.listen(() => heard.push('second'))
  delivery.deliver(created(1))
  delivery.deliver(created(2))
  expect(heard).toEqual(['first', 'second', 'second'])
})

test('delivers the first of waiting events with one key, and a later one again', async () => {
  const abort = new AbortController()
  const delivery = createLocalDelivery()
  const events = delivery.subscribe(['submission.created'], abort.signal, undefined, ({ submissionId }) => submissionId)
  for (const number of [1, 2, 1]) delivery.deliver(created(number))
  const queue = events[Symbol.asyncIterator]()
  const next = async () => (await queue.next()).value
  expect(await next()).toEqual(created(1))
  delivery.deliver(created(1))
  expect([await next(), await next()]).toEqual([created(2), created(1)])
})

function open() {
  const db = openDatabase(':memory:')
  const bus = createMemoryBus()
  const heard: Delivered[] = []
  bus.listen((event) => heard.push(event))
  return { db, bus, heard, [Symbol.asyncDispose]: () => db.destroy() }
}

test('delivers emitted events in order after the commit and before the transaction resolves', async () => {
  await using site = open()
  const { db, bus, heard } = site
  await inServerTransaction(db, async (tx) => {
    await bus.emit(tx, created(1), created(2))
    await bus.emit(tx, created(3))
    expect(heard).toEqual([])
  })
  expect(heard).toEqual([created(1), created(2), created(3)])
})

test('delivers nothing of a transaction that is rolled back', async () => {
  await using site = open()
  const { db, bus, heard } = site
  const failing = inServerTransaction(db, async (tx) => {
    await bus.emit(tx, created(1))
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  expect(heard).toEqual([])
})

test('delivers a published event at once', async () => {
  await using site = open()
  site.bus.publish({ name: 'visitors.changed' })
  expect(site.heard).toEqual([{ name: 'visitors.changed' }])
})
