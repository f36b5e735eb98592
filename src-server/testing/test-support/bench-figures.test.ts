import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'

type Figures = {
  quantile(values: readonly number[], part: number): number
  kbPerSocket(measured: readonly { sockets: number; mb: number }[]): number
  countsOf(given: readonly string[], usual: readonly number[]): readonly number[]
}
const figures: Figures = await import(new URL('../../../scripts/bench/figures.mjs', import.meta.url).href)

test('a quantile does not depend on the order of the values', () => {
  const values = Array.from({ length: 200 }, (_, at) => (at * 7) % 200)
  expect(figures.quantile(values, 0.99)).toBe(198)
  expect(figures.quantile(values, 0.5)).toBe(100)
  expect(figures.quantile([3], 0.99)).toBe(3)
})

test('the memory of a socket is the growth from the fewest to the most, divided by the sockets between', () => {
  const measured = [
    { sockets: 1, mb: 139 },
    { sockets: 100, mb: 150 },
    { sockets: 1_001, mb: 189 },
  ]
  expect(figures.kbPerSocket(measured)).toBeCloseTo(51.2)
})

test('sizes on the command line replace the usual ones', () => {
  expect(figures.countsOf([], [10, 20])).toEqual([10, 20])
  expect(figures.countsOf(['1000000', '10000000'], [10, 20])).toEqual([1_000_000, 10_000_000])
})

test.each(['0', '-5', '1.5', '1e9x', '', 'many'])('the size %j is refused', (size) => {
  expect(() => figures.countsOf(['10', size], [])).toThrow('Not positive numbers')
})

type Round = { perSecond: number; refused: number }
type Load = { rounds: number; seconds?: number; connections: number }
type LoadModule = {
  measure(subjects: Record<string, object>, load: Load, isSmall?: boolean): Promise<Record<string, Round[]>>
  refusedIn(rounds: readonly Pick<Round, 'refused'>[]): string
}
const load: LoadModule = await import(new URL('../../../scripts/bench/load.mjs', import.meta.url).href)

type Sent = { load: Load; amount?: number; isSmall?: boolean }
const TWENTY: Sent = { load: { rounds: 1, connections: 1 }, amount: 20 }

/** Refuses as many requests as `refusals` of each ten. */
async function measureWith(refusals: number, { load: given, amount, isSmall } = TWENTY) {
  let requests = 0
  const server = createServer((_request, response) => response.writeHead(requests++ % 10 < refusals ? 503 : 200).end())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const times: number[] = []
  try {
    const subject = { server: { url, pid: process.pid }, path: '/', times, ...(amount && { amount }) }
    const { subject: rounds = [] } = await load.measure({ subject }, given, isSmall)
    return { rounds, times }
  } finally {
    server.close()
  }
}

test('refused requests are counted beside the figure, which is of the answered ones', async () => {
  const { rounds, times } = await measureWith(3)
  expect(rounds).toMatchObject([{ refused: 6 }])
  expect(rounds[0]?.perSecond).toBeGreaterThan(0)
  expect(times).toHaveLength(14)
  expect(load.refusedIn([...rounds, { refused: 1 }])).toBe(', 7 refused')
  expect(load.refusedIn([{ refused: 0 }])).toBe('')
})

test('a benchmark whose requests are all refused has no figure', async () => {
  await expect(measureWith(10)).rejects.toThrow('20 refusals, 0 errors, no answer')
})

test('the smallest size ends with an answer for each connection, not after a time', async () => {
  const { rounds, times } = await measureWith(0, { load: { rounds: 5, seconds: 3, connections: 4 }, isSmall: true })
  expect(rounds).toHaveLength(1)
  expect(times).toHaveLength(4)
})

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

type Noise = {
  noiseOf(control: readonly number[]): string
  ratioTo(control: readonly number[], ratio: number): string
  roundsOf(times: readonly number[]): number[]
}
const noise: Noise = await import(new URL('../../../scripts/bench/noise.mjs', import.meta.url).href)

const exitCode = process.exitCode
afterEach(() => {
  process.exitCode = exitCode
})

test('a benchmark states a ratio to a control whose rounds differ by up to 15 %', () => {
  expect(noise.ratioTo([107, 100, 92], 0.731)).toBe('ratio 0.73')
  expect(process.exitCode).toBe(exitCode)
})

test('a benchmark refuses a ratio to a control that varied by more, and fails', () => {
  expect(noise.ratioTo([111, 100, 95], 0.731)).toBe('ratio not stated: the control varied by 16 %')
  expect(process.exitCode).toBe(1)
})

test('a benchmark prints how much the rounds of its control differ', () => {
  expect(noise.noiseOf([111, 100, 89])).toBe('rounds within 22 %')
})

test('one slow measurement of many is no noisy round of a control', () => {
  const times = Array.from({ length: 41 }, (_, at) => (at === 7 ? 100 : 1))
  expect(noise.noiseOf(noise.roundsOf(times))).toBe('rounds within 0 %')
})
