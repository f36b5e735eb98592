import type { AppEvent, EventBus, EventName, Resync } from './event-bus.ts'

const QUEUE_LIMIT = 256

/** Delivers events to the listeners and subscribers of this process. */
export type LocalDelivery = Pick<EventBus, 'listen' | 'subscribe'> & {
  deliver(event: AppEvent): void
}

export function createLocalDelivery(): LocalDelivery {
  const listeners = new Set<(event: AppEvent) => void>()
  const listen = (listener: (event: AppEvent) => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  return {
    listen,
    deliver(event) {
      for (const listener of [...listeners]) listener(event)
    },
    subscribe<Name extends EventName>(
      names: readonly Name[],
      signal: AbortSignal,
      concerns: (event: Extract<AppEvent, { name: Name }>) => boolean = () => true,
    ) {
      type Wanted = Extract<AppEvent, { name: Name }>
      const queue = new BoundedQueue<Wanted | Resync>(signal)
      const wanted = new Set<EventName>(names)
      // Listen now, not at the first read, so that no event in between is missed.
      const stop = listen((event) => {
        if (wanted.has(event.name) && concerns(event as Wanted)) queue.push(event as Wanted)
      })
      signal.addEventListener('abort', stop, { once: true })
      if (signal.aborted) stop()
      return queue
    },
  }
}

class BoundedQueue<Item> implements AsyncIterable<Item | Resync> {
  #items: (Item | Resync)[] = []
  #wake: (() => void) | undefined
  readonly #signal: AbortSignal

  constructor(signal: AbortSignal) {
    this.#signal = signal
    signal.addEventListener('abort', () => this.#wake?.(), { once: true })
  }

  push(item: Item): void {
    if (this.#items.length >= QUEUE_LIMIT) this.#items = [{ name: 'resync' }]
    else this.#items.push(item)
    this.#wake?.()
  }

  async *[Symbol.asyncIterator]() {
    while (!this.#signal.aborted) {
      const item = this.#items.shift()
      if (item !== undefined) yield item
      else await new Promise<void>((resolve) => (this.#wake = resolve))
    }
  }
}
