import { afterCommit } from '../db/database.ts'
import type { AppEvent, Delivered, EventBus, EventName, Resync } from './event-bus.ts'

const QUEUE_LIMIT = 256

type LocalDelivery = Pick<EventBus, 'listen' | 'subscribe'> & {
  deliver(event: AppEvent): void
  /** Delivers a resync to everything that listens or, given names, to the subscribers of one of them. */
  resync(names?: readonly EventName[]): void
}

export function createLocalDelivery(): LocalDelivery {
  const listeners = new Set<(event: Delivered) => void>()
  const subscribers = new Set<{ names: ReadonlySet<EventName>; resync(): void }>()
  const listen = (listener: (event: Delivered) => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  return {
    listen,
    deliver(event) {
      for (const listener of [...listeners]) listener(event)
    },
    resync(names) {
      for (const subscriber of [...subscribers])
        if (!names || names.some((name) => subscriber.names.has(name))) subscriber.resync()
      if (!names) for (const listener of [...listeners]) listener({ name: 'resync' })
    },
    subscribe<Name extends EventName>(
      names: readonly Name[],
      signal: AbortSignal,
      concerns: (event: Extract<AppEvent, { name: Name }>) => boolean = () => true,
      keyOf?: (event: Extract<AppEvent, { name: Name }>) => string,
    ) {
      type Wanted = Extract<AppEvent, { name: Name }>
      const queue = new BoundedQueue<Wanted>(signal, keyOf)
      const wanted = new Set<EventName>(names)
      const subscriber = { names: wanted, resync: () => queue.resync() }
      subscribers.add(subscriber)
      // Listen now, not at the first read, so that no event in between is missed.
      const stopListening = listen((event) => {
        if (event.name !== 'resync' && wanted.has(event.name) && concerns(event as Wanted)) queue.push(event as Wanted)
      })
      const stop = () => {
        stopListening()
        subscribers.delete(subscriber)
      }
      signal.addEventListener('abort', stop, { once: true })
      if (signal.aborted) stop()
      return queue
    },
  }
}

class BoundedQueue<Item> implements AsyncIterable<Item | Resync> {
  #waiting: { item: Item | Resync; key?: string | undefined }[] = []
  #wake: (() => void) | undefined
  readonly #signal: AbortSignal
  readonly #keyOf: ((item: Item) => string) | undefined

  constructor(signal: AbortSignal, keyOf?: (item: Item) => string) {
    this.#signal = signal
    this.#keyOf = keyOf
    signal.addEventListener('abort', () => this.#wake?.(), { once: true })
  }

  push(item: Item) {
    const key = this.#keyOf?.(item)
    if (key !== undefined && this.#waiting.some((each) => each.key === key)) return
    if (this.#waiting.length >= QUEUE_LIMIT) this.resync()
    else this.#waiting.push({ item, key })
    this.#wake?.()
  }

  resync() {
    this.#waiting = [{ item: { name: 'resync' } }]
    this.#wake?.()
  }

  async *[Symbol.asyncIterator]() {
    while (!this.#signal.aborted) {
      const next = this.#waiting.shift()
      if (next) yield next.item
      else await new Promise<void>((resolve) => (this.#wake = resolve))
    }
  }
}

export function createMemoryBus(): EventBus {
  const { deliver, listen, subscribe } = createLocalDelivery()
  return {
    async emit(tx, ...events) {
      afterCommit(tx, () => {
        for (const event of events) deliver(event)
      })
    },
    publish: deliver,
    listen,
    subscribe,
    async stop() {},
  }
}
