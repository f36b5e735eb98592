import type { Logger } from 'pino'
import type { AppEvent, EventBus } from './event-bus.ts'

/** A node that missed an event reads again after this time at the latest. */
const READ_EVERY_MS = 60_000

export type KeptValue<Value> = {
  readonly current: Value
  /** Reads it again; after a failure the former value still applies. */
  refresh(): Promise<void>
  stop(): Promise<void>
}

type Parts<Value> = {
  log: Logger
  events: Pick<EventBus, 'listen'>
  /** As in 'could not read the policies: the former values still apply'. */
  name: string
  on: readonly AppEvent['name'][]
  read(): Promise<Value>
}

/** Reads a value, and again after each of these events on any node and every minute. @throws when it cannot be read */
export async function keepValue<Value>({ log, events, name, on, read }: Parts<Value>): Promise<KeptValue<Value>> {
  let current = await read()
  let last = Promise.resolve()

  /** One after the other, so that an older read never replaces a newer one. */
  function refresh() {
    last = last.then(async () => {
      try {
        current = await read()
      } catch (error) {
        log.error({ err: error }, `could not read ${name}: the former values still apply`)
      }
    })
    return last
  }

  const stopListening = events.listen((event) => {
    if (event.name === 'resync' || on.includes(event.name)) void refresh()
  })
  const timer = setInterval(() => void refresh(), READ_EVERY_MS).unref()
  return {
    get current() {
      return current
    },
    refresh,
    async stop() {
      stopListening()
      clearInterval(timer)
      await last
    },
  }
}
