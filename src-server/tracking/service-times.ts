import type { PaymentType } from '#shared/payment-type.ts'
import type { LiveCatalogue } from '../catalogue/live-catalogue.ts'
import type { ServiceTimeTable } from '../platform/db/figure-tables.ts'
import { table } from '../platform/db/table.ts'
import { keepValue } from '../platform/events/kept-value.ts'
import type { Platform } from '../platform/platform.ts'
import type { Policies } from '../policies/policies.ts'

type Parts = Pick<Platform, 'db' | 'log' | 'events'> & {
  policies: Pick<Policies, 'get'>
  catalogue: Pick<LiveCatalogue, 'current'>
}

/** Reads the measured times, and again every minute. @throws when the database cannot be read */
export async function createServiceTimes({ db, log, events, policies, catalogue }: Parts) {
  const nameOf = ({ what, scope, key }: Pick<ServiceTimeTable, 'what' | 'scope' | 'key'>) => `${what} ${scope} ${key}`
  const read = async () =>
    new Map((await table('service_times').list(db, {}, 'what', 'scope', 'key')).map((row) => [nameOf(row), row]))
  const kept = await keepValue({ log, events, name: 'the service times', on: [], read })

  /** In milliseconds, by the newest `samples` of 30 days; undefined when there are too few. */
  function find(what: 'decision' | 'payout', scope: ServiceTimeTable['scope'], key: string) {
    const row = kept.current.get(nameOf({ what, scope, key }))
    if (!row || row.samples < policies.get('reviews').leastSamples) return undefined
    return { p50Ms: row.p50_ms, p90Ms: row.p90_ms, samples: row.samples }
  }

  /** Of its category, or of all cards, when there are too few samples; undefined when there are too few of all. */
  function decision(brand: string) {
    const category = catalogue.current.find(brand)?.category ?? ''
    const scopes = [['brand', brand] as const, ['category', category] as const, ['all', ''] as const]
    for (const [basis, key] of scopes) {
      const found = find('decision', basis, key)
      if (found) return { ...found, basis }
    }
    return undefined
  }

  return {
    decision,
    payout: (method: PaymentType) => find('payout', 'method', method),
    refresh: kept.refresh,
    stop: kept.stop,
  }
}
