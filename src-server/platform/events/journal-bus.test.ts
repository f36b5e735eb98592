import { expect, test, vi } from 'vitest'
import { created, openJournalSite } from '../../testing/test-support/journal-site.ts'
import { afterCommit, inServerTransaction } from '../db/database.ts'
import type { AppEvent, EventName, Resync } from './event-bus.ts'

const resync = { name: 'resync' }

/** Collects what a subscription yields. */
function collect<Item>(items: AsyncIterable<Item>): Item[] {
  const collected: Item[] = []
  void (async () => {
    for await (const item of items) collected.push(item)
  })()
  return collected
}

test('each node receives what the other emits, once and in order, without waiting for a poll', async () => {
  await using site = await openJournalSite()
  const [one, other] = [await site.startNode(), await site.startNode()]
  await one.emit(1, 2)
  await one.emit(3)
  await vi.waitFor(() => expect(other.heard).toEqual([1, 2, 3].map(created)))
  await other.emit(4)
  await vi.waitFor(() => expect(one.heard).toEqual([1, 2, 3, 4].map(created)))
  await site.advance(1_000)
  await site.advance(1_000)
  expect(one.heard).toEqual([1, 2, 3, 4].map(created))
  expect(other.heard).toEqual(one.heard)
})

test('the node of a transaction receives its events after the commit and before the transaction resolves', async () => {
  await using site = await openJournalSite()
  const { events, heard } = await site.startNode()
  await inServerTransaction(site.db, async (tx) => {
    await events.emit(tx, created(1), created(2))
    expect(heard).toEqual([])
  })
  expect(heard).toEqual([created(1), created(2)])
  await site.advance(1_000)
  expect(heard).toEqual([created(1), created(2)])
})

test('no node receives events of a transaction that is rolled back', async () => {
  await using site = await openJournalSite()
  const [one, other] = [await site.startNode(), await site.startNode()]
  const failing = inServerTransaction(site.db, async (tx) => {
    await one.events.emit(tx, created(1))
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  // SQLite gives its number to the next event, which must still be delivered.
  await other.emit(2)
  await site.advance(1_000)
  expect([one.heard, other.heard]).toEqual([[created(2)], [created(2)]])
})

test('without hints, a node receives events at its next poll', async () => {
  await using site = await openJournalSite()
  const [one, other] = [await site.startNode(), await site.startNode()]
  site.network.lose()
  await one.emit(1)
  await site.advance(1_000)
  expect(other.heard).toEqual([created(1)])
})

test('late and repeated hints deliver nothing twice', async () => {
  await using site = await openJournalSite()
  const [one, other] = [await site.startNode(), await site.startNode()]
  site.network.delay()
  await one.emit(1)
  await one.emit(2)
  await site.advance(1_000)
  const before = other.reads()
  site.network.release()
  await vi.waitFor(() => expect(other.reads()).toBeGreaterThan(before))
  expect(other.heard).toEqual([1, 2].map(created))
})

test('a node that dies between its commit and its hint has emitted', async () => {
  await using site = await openJournalSite()
  const [dying, other] = [await site.startNode(), await site.startNode()]
  const dies = inServerTransaction(site.db, async (tx) => {
    afterCommit(tx, () => {
      throw new Error('It died.')
    })
    await dying.events.emit(tx, created(1))
  })
  await expect(dies).rejects.toThrow('It died.')
  expect(dying.heard).toEqual([])
  await site.advance(1_000)
  expect(other.heard).toEqual([created(1)])
  // The same for a node that never learned that its commit succeeded.
  expect(dying.heard).toEqual([created(1)])
})

test('a slow subscriber gets one resync instead of the missed events, then later events', async () => {
  await using site = await openJournalSite()
  const [one, other] = [await site.startNode(), await site.startNode()]
  const abort = new AbortController()
  const events = other.events.subscribe(['submission.created'], abort.signal)
  await one.emit(...Array.from({ length: 257 }, (_, number) => number))
  await vi.waitFor(() => expect(other.heard).toHaveLength(257))
  await one.emit(999)
  await vi.waitFor(() => expect(other.heard).toHaveLength(258))
  const collected = collect(events)
  await vi.waitFor(() => expect(collected).toEqual([resync, created(999)]))
  abort.abort()
})

test('a listener that throws prevents neither other listeners of later events nor the transaction', async () => {
  await using site = await openJournalSite()
  const [one, other] = [await site.startNode(), await site.startNode()]
  for (const { events } of [one, other])
    events.listen((event) => {
      if ('submissionId' in event && event.submissionId === 's1') throw new Error('a bug')
    })
  await one.emit(1)
  await one.emit(2)
  await vi.waitFor(() => expect(other.heard).toEqual([1, 2].map(created)))
  expect(one.heard).toEqual([1, 2].map(created))
  expect(site.log()).toContain('a listener failed')
})

test('a published event reaches its own node at once and the others over the network only', async () => {
  await using site = await openJournalSite()
  const [one, other] = [await site.startNode(), await site.startNode()]
  const changed = { name: 'review.presence-changed', submissionId: 's1' } as const
  one.events.publish(changed)
  expect([one.heard, other.heard]).toEqual([[changed], [changed]])
  site.network.lose()
  one.events.publish(changed)
  expect([one.heard, other.heard]).toEqual([[changed, changed], [changed]])
  await site.advance(1_000)
  expect(other.heard).toEqual([changed])
})

test('after a lost connection, only subscribers of events without rows get a resync', async () => {
  await using site = await openJournalSite()
  const node = await site.startNode()
  const abort = new AbortController()
  const subscriptionTo = (name: EventName): (AppEvent | Resync)[] =>
    collect(node.events.subscribe([name], abort.signal))
  const names = ['review.presence-changed', 'visitors.changed', 'chat.message-sent'] as const
  const [presence, visitors, messages] = names.map(subscriptionTo)
  node.channel.disconnect()
  node.channel.reconnect()
  await vi.waitFor(() => expect([presence, visitors]).toEqual([[resync], [resync]]))
  expect(messages).toEqual([])
  expect(node.heard).toEqual([])
  abort.abort()
})

test('a stopped node reads and delivers nothing more', async () => {
  await using site = await openJournalSite()
  const [one, other] = [await site.startNode(), await site.startNode()]
  await other.events.stop()
  const before = other.reads()
  await one.emit(1)
  site.clock.advance(10_000)
  expect(other.reads()).toBe(before)
  expect(other.heard).toEqual([])
})

test('hints of one turn of the event loop are sent as one', async () => {
  await using site = await openJournalSite()
  const one = await site.startNode()
  const send = vi.spyOn(one.channel, 'send')
  vi.useFakeTimers({ toFake: ['setImmediate'] })
  for (const number of [1, 2, 3]) await one.emit(number)
  vi.runAllTimers()
  vi.useRealTimers()
  expect(send).toHaveBeenCalledTimes(1)
})
