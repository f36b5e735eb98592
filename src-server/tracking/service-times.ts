import type { Logger } from 'pino'
import type { PaymentType } from '#shared/payment-type.ts'
import type { LiveCatalogue } from '../catalogue/live-catalogue.ts'
import type { ServerDb } from '../platform/db/database.ts'
import type { ServiceTimeTable } from '../platform/db/tracking-tables.ts'
import type { EventBus } from '../platform/events/event-bus.ts'
import type { Policies } from '../policies/policies.ts'
import { listServiceTimes } from './service-time-queries.ts'

/** Another node measures again: this one reads it after this time at the latest. */
const READ_EVERY_MS = 60_000

/** How long something takes, in milliseconds, by the newest `samples` of 30 days. */
export type ServiceTime = { p50Ms: number; p90Ms: number; samples: number }
export type DecisionTime = ServiceTime & { basis: 'brand' | 'category' | 'all' }

/** The measured times of decisions and payouts, in memory. */
export type ServiceTimes = {
  /**
   * How long decisions on cards of this brand take; of its category, or of all cards, when there are too few samples.
   * Undefined when there are too few of all.
   */
  decision(brand: string): DecisionTime | undefined
  /** How long payouts by this method take from the approval on; undefined when there are too few samples. */
  payout(method: PaymentType): ServiceTime | undefined
  /** Reads them again; after a failure the former ones apply. */
  refresh(): Promise<void>
  stop(): Promise<void>
}

type Parts = {
  db: ServerDb
  log: Logger
  events: EventBus
  policies: Pick<Policies, 'get'>
  catalogue: Pick<LiveCatalogue, 'current'>
}

/** Reads the measured times, and again every minute. @throws when the database cannot be read */
export async function createServiceTimes({ db, log, events, policies, catalogue }: Parts): Promise<ServiceTimes> {
  const nameOf = ({ what, scope, key }: Pick<ServiceTimeTable, 'what' | 'scope' | 'key'>) => `${what} ${scope} ${key}`
  const readAll = async () => new Map((await listServiceTimes(db)).map((row) => [nameOf(row), row]))
  let current = await readAll()
  let last = Promise.resolve()

  function refresh(): Promise<void> {
    last = last.then(async () => {
      try {
        current = await readAll()
      } catch (error) {
        log.error({ err: error }, 'could not read the service times: the former ones still apply')
      }
    })
    return last
  }

  /** Undefined when it has too few samples. */
  function find(what: 'decision' | 'payout', scope: ServiceTimeTable['scope'], key: string): ServiceTime | undefined {
    const row = current.get(nameOf({ what, scope, key }))
    if (!row || row.samples < policies.get('reviews').leastSamples) return undefined
    return { p50Ms: Number(row.p50_ms), p90Ms: Number(row.p90_ms), samples: row.samples }
  }

  function decision(brand: string): DecisionTime | undefined {
    const category = catalogue.current.find(brand)?.category ?? ''
    const scopes = [['brand', brand] as const, ['category', category] as const, ['all', ''] as const]
    for (const [basis, key] of scopes) {
      const found = find('decision', basis, key)
      if (found) return { ...found, basis }
    }
    return undefined
  }

  const stopListening = events.listen(({ name }) => {
    if (name === 'resync') void refresh()
  })
  const timer = setInterval(() => void refresh(), READ_EVERY_MS).unref()
  return {
    decision,
    payout: (method) => find('payout', 'method', method),
    refresh,
    async stop() {
      stopListening()
      clearInterval(timer)
      await last
    },
  }
}
