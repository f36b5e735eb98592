import { expect, test } from 'vitest'

type Row = Record<'state' | 'type' | 'event' | 'query' | 'relation' | 'key', string | null>
type Activity = { lock?: string; doing?: string }
type Known = { names: ReadonlyMap<string, string>; counters: ReadonlyMap<string, readonly string[]> }
type Waits = {
  countersOf(
    triggers: readonly { table: string; name: string }[],
    functions: ReadonlyMap<string, string>,
  ): Map<string, string[]>
  activityOf(row: Row, known: Known): Activity
  meansOf(samples: readonly (readonly Activity[])[], kind: keyof Activity): [string, number][]
}
const waits: Waits = await import(new URL('../../../scripts/bench/lock-waits.mjs', import.meta.url).href)

const known = {
  names: new Map([['17/1', 'audit-chain']]),
  counters: new Map([['submissions', ['submission_counts']]]),
}
const idle = { state: 'active', type: null, event: null, query: '', relation: null, key: null }
const waiting = (row: Partial<Row>) => waits.activityOf({ ...idle, type: 'Lock', ...row }, known)

test('a wait for a row is named by its table', () => {
  expect(waiting({ event: 'tuple', relation: 'users' })).toEqual({ lock: 'users' })
})

test('a wait for an advisory lock is named by its key, as far as that is known', () => {
  expect(waiting({ event: 'advisory', key: '17/1' })).toEqual({ lock: 'audit-chain' })
  expect(waiting({ event: 'advisory', key: '17/2' })).toEqual({ lock: 'advisory lock 17/2' })
})

test('a wait for another transaction alone is named by what the triggers of the statement count in', () => {
  const at = (query: string) => waiting({ event: 'transactionid', query })
  expect(at('update "submissions" set "status" = $1')).toEqual({ lock: 'submission_counts' })
  expect(at('insert into "service_times" ("what") values ($1)')).toEqual({ lock: 'service_times' })
  expect(at('commit')).toEqual({ lock: 'commit' })
})

test('a session that waits for no lock runs, waits for an event, or is idle in its transaction', () => {
  const doing = (row: Partial<Row>) => waits.activityOf({ ...idle, ...row }, known)
  expect(doing({})).toEqual({ doing: 'running' })
  expect(doing({ type: 'IO', event: 'WalSync' })).toEqual({ doing: 'WalSync' })
  expect(doing({ state: 'idle in transaction', type: 'Client', event: 'ClientRead' })).toEqual({
    doing: 'idle in transaction',
  })
})

test('triggers count in the tables that they and the functions they call insert into or update', () => {
  const functions = new Map([
    ['count_order', 'insert into order_counts (status, count) values (1, 2) on conflict (status) do update set x = 1'],
    ['counted', 'begin perform count_order(new.status, 1); insert into numbers (id) values (new.id); end'],
  ])
  expect(waits.countersOf([{ table: 'orders', name: 'counted' }], functions)).toEqual(
    new Map([['orders', ['order_counts']]]),
  )
})

test('the mean number of sessions counts samples without any', () => {
  const samples = [[{ lock: 'ledger' }, { lock: 'ledger' }, { doing: 'running' }], [{ lock: 'users' }], [], []]
  expect(waits.meansOf(samples, 'lock')).toEqual([
    ['ledger', 0.5],
    ['users', 0.25],
  ])
})
