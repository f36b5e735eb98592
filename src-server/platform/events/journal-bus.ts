import { performance } from 'node:perf_hooks'
import { timestamp } from '../clock.ts'
import { afterCommit, beforeCommit, type Tx } from '../db/database.ts'
import { newId } from '../ids.ts'
import type { Platform } from '../platform.ts'
import type { NodeChannel } from '../shared-state.ts'
import type { AppEvent, EventBus, NodeMessage } from './event-bus.ts'
import { insertEvents } from './journal-queries.ts'
import { createJournalReader } from './journal-reader.ts'
import { createLocalDelivery } from './local-delivery.ts'

export const JOURNAL_KEPT_MS = 60 * 60_000
/** A node that did not read for this long may have missed deleted rows. The margin is for clocks that differ. */
const MAX_AWAY_MS = JOURNAL_KEPT_MS - 10 * 60_000
const POLL_MS = 1_000
/** Under load, one reading serves the hints of this time. */
const REST_MS = 100
const MAX_BACK_OFF_MS = 15_000

type Parts = Pick<Platform, 'db' | 'clock' | 'log'> & {
  channel: NodeChannel<NodeMessage>
  monotonicMs?: () => number
}
/** An event of this node, shared by the commit and the reader, of which either can be first. */
type OwnEvent = { event: AppEvent; payload: string; isDelivered: boolean }

/** Events are rows, which nodes read at a hint and every second; own ones are delivered at their commit. */
export async function createJournalBus({
  db,
  clock,
  log,
  channel,
  monotonicMs = () => performance.now(),
}: Parts): Promise<EventBus> {
  const node = newId()
  const local = createLocalDelivery()
  /** Own events that the reader has not passed yet. */
  const own = new Map<number, OwnEvent>()
  const unwritten = new WeakMap<Tx, OwnEvent[]>()

  function deliver(event: AppEvent) {
    try {
      local.deliver(event)
    } catch (error) {
      log.error({ err: error, event: event.name }, 'a listener failed')
    }
  }

  function deliverOwn(each: OwnEvent) {
    if (each.isDelivered) return
    each.isDelivered = true
    deliver(each.event)
  }

  const reader = createJournalReader({
    db,
    monotonicMs,
    take({ id, payload }) {
      const mine = own.get(id)
      // SQLite gives the number of a rolled back row to the next one, which can be of another node.
      if (mine?.payload === payload) deliverOwn(mine)
      else deliver(JSON.parse(payload) as AppEvent)
    },
  })

  let failures = 0
  let lastReadAt = monotonicMs()

  async function read() {
    const isOutdated = monotonicMs() - lastReadAt > MAX_AWAY_MS || (failures > 0 && (await reader.isBeyondEnd()))
    if (isOutdated) {
      await reader.skipToEnd()
      local.resync()
    }
    await reader.read()
    for (const id of own.keys()) if (reader.isPast(id)) own.delete(id)
    lastReadAt = monotonicMs()
    failures = 0
  }

  let isRunning = true
  let isHinted = false
  let reading: Promise<void> | undefined
  let restsUntil = 0
  let resting: NodeJS.Timeout | undefined
  let cancel = () => {}

  function readNow() {
    if (!isRunning) return
    isHinted = false
    cancel()
    clearTimeout(resting)
    restsUntil = performance.now() + REST_MS
    reading = read()
      .catch((error: unknown) => {
        failures++
        log.warn({ err: error, failures }, 'could not read events of other nodes, will retry')
      })
      .finally(() => {
        reading = undefined
        if (!isRunning) return
        if (isHinted && failures === 0) return readSoon()
        cancel = clock.after(Math.min(POLL_MS * 2 ** failures, MAX_BACK_OFF_MS), readNow)
      })
  }

  function readSoon() {
    clearTimeout(resting)
    const ms = restsUntil - performance.now()
    if (ms <= 0) readNow()
    else resting = setTimeout(readNow, ms).unref()
  }

  let isHintDue = false

  /** Hints of the same turn of the event loop are sent as one. */
  function sendHint() {
    if (isHintDue) return
    isHintDue = true
    setImmediate(() => {
      isHintDue = false
      channel.send({})
    })
  }

  async function writeEvents(tx: Tx, emitted: readonly OwnEvent[]) {
    unwritten.delete(tx)
    const at = timestamp(clock)
    const ids = await insertEvents(
      tx,
      emitted.map(({ payload }) => ({ payload, node, at })),
    )
    for (const [index, each] of emitted.entries()) own.set(ids[index] as number, each)
    afterCommit(tx, () => {
      for (const each of emitted) deliverOwn(each)
      if (emitted.length > 0) sendHint()
    })
  }

  await reader.skipToEnd()
  const stopListening = channel.listen({
    message({ event }) {
      if (event) return deliver(event)
      isHinted = true
      // A hint must not shorten the pause after a failure.
      if (!reading && failures === 0) readSoon()
    },
    reconnected: () => local.resync(['review.presence-changed', 'visitors.changed']),
  })
  cancel = clock.after(POLL_MS, readNow)

  return {
    async emit(tx, ...events) {
      const emitted = events.map((event) => ({ event, payload: JSON.stringify(event), isDelivered: false }))
      const waiting = unwritten.get(tx)
      if (waiting) return void waiting.push(...emitted)
      unwritten.set(tx, emitted)
      beforeCommit(tx, () => writeEvents(tx, emitted))
    },
    publish(event) {
      deliver(event)
      channel.send({ event })
    },
    listen: local.listen,
    subscribe: local.subscribe,
    async stop() {
      isRunning = false
      stopListening()
      cancel()
      clearTimeout(resting)
      await reading
    },
  }
}
