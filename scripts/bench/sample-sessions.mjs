import pg from 'pg'
import { activityOf, countersOf } from './lock-waits.mjs'

const SAMPLE_EVERY_MS = 20
const namedLocks = ['owners', 'catalogue', 'policies', 'site', 'statements', 'audit-chain', 'log-sequence']

/** A session that waits for a row has the lock of its tuple, or waits for that; both name the table. */
const sessionsQuery = `
  with locks as materialized (select * from pg_locks where locktype = 'tuple' or not granted)
  select activity.state, activity.wait_event_type as type, activity.wait_event as event, activity.query,
    lock.relation::regclass::text as relation, lock.key
  from pg_stat_activity activity left join lateral (
    select relation, format('%s/%s', classid, objid) as key from locks
    where locks.pid = activity.pid and activity.wait_event_type = 'Lock'
    order by locktype = 'tuple' desc limit 1) lock on true
  where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
    and state <> 'idle'`

/** Samples the sessions of a database until `stop`, which returns the activities of each sample, see `activityOf`. */
export async function sampleSessions(url) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const known = { names: await namesOfLocks(client), counters: await countersIn(client) }
  const samples = []
  let isOver = false
  const sampling = (async () => {
    while (!isOver) {
      const { rows } = await client.query({ name: 'sessions', text: sessionsQuery })
      samples.push(rows.map((row) => activityOf(row, known)))
      await new Promise((resolve) => setTimeout(resolve, SAMPLE_EVERY_MS))
    }
  })()
  return {
    async stop() {
      isOver = true
      await sampling
      await client.end()
      return samples
    },
  }
}

/** The names of the advisory locks of `lock_named`, by their keys. */
async function namesOfLocks(client) {
  const { rows } = await client.query(
    "select format('17/%s', hashtext(name)::bigint & 4294967295) as key, name from unnest($1::text[]) as name",
    [namedLocks],
  )
  return new Map(rows.map(({ key, name }) => [key, name]))
}

async function countersIn(client) {
  const { rows: functions } = await client.query(
    "select proname as name, prosrc as text from pg_proc where pronamespace = 'public'::regnamespace",
  )
  const { rows: triggers } = await client.query(
    `select relname as table, proname as name from pg_trigger join pg_class on pg_class.oid = tgrelid
      join pg_proc on pg_proc.oid = tgfoid where not tgisinternal`,
  )
  return countersOf(triggers, new Map(functions.map(({ name, text }) => [name, text ?? ''])))
}
