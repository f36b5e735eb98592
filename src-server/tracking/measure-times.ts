import type { ServerContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import { inServerTransaction } from '../platform/db/database.ts'
import type { ServiceTimeTable } from '../platform/db/figure-tables.ts'
import { listNewestOutcomes, listSentPayouts, MEASURED_MS, replaceServiceTimes } from './outcome-queries.ts'
import { percentilesOf } from './percentile.ts'

const MOST_SAMPLES = 200

type Sample = { took: number; at: string }
type Group = Pick<ServiceTimeTable, 'what' | 'scope' | 'key'> & { samples: Sample[] }

/** Returns the number of stored times. */
export async function measureTimes(app: ServerContext) {
  const [now, since] = [timestamp(app.clock), timestamp(app.clock, -MEASURED_MS)]
  const rows = [...(await decisionGroups(app, since, now)), ...(await payoutGroups(app, since))].map((group) =>
    rowOf(group, now),
  )
  await inServerTransaction(app.db, (tx) => replaceServiceTimes(tx, rows))
  await app.serviceTimes.refresh()
  return rows.length
}

async function decisionGroups(app: ServerContext, since: string, now: string) {
  const groups = new Map<string, Group>()
  const outcomes = await listNewestOutcomes(app.db, since, now, MOST_SAMPLES)
  for (const { brand, created_at, answered_at, decided_at } of outcomes) {
    const sample = { took: Date.parse(answered_at) - Date.parse(created_at), at: decided_at }
    const category = app.catalogue.current.find(brand)?.category
    add(groups, { what: 'decision', scope: 'brand', key: brand }, sample)
    if (category) add(groups, { what: 'decision', scope: 'category', key: category }, sample)
    add(groups, { what: 'decision', scope: 'all', key: '' }, sample)
  }
  return [...groups.values()]
}

async function payoutGroups(app: ServerContext, since: string) {
  const groups = new Map<string, Group>()
  for (const { method, approved_at, sent_at } of await listSentPayouts(app.db, since)) {
    const sample = { took: Date.parse(sent_at) - Date.parse(approved_at), at: sent_at }
    add(groups, { what: 'payout', scope: 'method', key: method }, sample)
  }
  return [...groups.values()]
}

/** Adds a sample, newest first, until a group is complete. */
function add(groups: Map<string, Group>, of: Omit<Group, 'samples'>, sample: Sample) {
  const name = `${of.scope} ${of.key}`
  const group = groups.get(name) ?? { ...of, samples: [] }
  groups.set(name, group)
  if (group.samples.length < MOST_SAMPLES) group.samples.push(sample)
}

function rowOf({ samples, ...of }: Group, computed_at: string): ServiceTimeTable {
  const percentile = percentilesOf(samples)
  return {
    ...of,
    p50_ms: percentile(50),
    p90_ms: percentile(90),
    samples: samples.length,
    since: samples.at(-1)?.at ?? computed_at,
    computed_at,
  }
}
