import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import type { Passwords } from '../../accounts/passwords.ts'
import { verifyLedger } from '../../payouts/ledger/verify-ledger.ts'
import { inServerTransaction, openPostgres, type Tx } from '../../platform/db/database.ts'
import { createBarrier } from './barrier.ts'
import { noControls, setControls } from './controls.ts'
import { createMemoryStorage } from './memory-storage.ts'
import { createTestApp, type Person, type TestApp } from './test-app.ts'
import { openTestDatabase, urlOf } from './test-database.ts'
import { createTransportNetwork } from './transport-network.ts'

/** Two nodes of one site on PostgreSQL, each with a pool of its own. They share files, events and a right ledger. */
export type TwoNodes = AsyncDisposable & {
  /** People are created here, so that their names differ. */
  one: TestApp
  other: TestApp
  /** The same session on each node, authenticated as now; permissions are still rechecked during calls. */
  onBoth(person: Person): Promise<[Person, Person]>
  /** Moves the clocks of both nodes. */
  advance(ms: number): void
  /** Delivers due mail on both nodes at once; returns the subjects of all mails sent so far. */
  mailSubjects(): Promise<string[]>
}

type TwoNodesOptions = {
  passwords?: Passwords
  redisUrl?: string
  poolSize?: number
  /** With the controls of a new site; otherwise no amount needs a second person. */
  hasControls?: boolean
  /** At the end the ledger is right; false where a test writes transfers of its own. */
  isVerified?: boolean
}

/**
 * Opens both nodes, on the Redis server at `redisUrl` if it is given. `poolSize` is the number of connections of the
 * second one. Only for tests that run on PostgreSQL.
 */
export async function openTwoNodes(
  variables: NodeJS.ProcessEnv = {},
  { poolSize = 5, hasControls = false, isVerified = true, ...options }: TwoNodesOptions = {},
): Promise<TwoNodes> {
  const network = createTransportNetwork()
  const shared = { DATA_KEYS: `k1:${randomBytes(32).toString('base64')}`, ...variables }
  const storage = createMemoryStorage()
  const db = await openTestDatabase()
  const databases = [db, await openPostgres(await urlOf(db), { poolSize })]
  // They start at once, as nodes of a new site do.
  const [one, other] = (await Promise.all(
    databases.map((db) => createTestApp(shared, { db, storage, eventChannel: network.connect(), ...options })),
  )) as [TestApp, TestApp]
  if (!hasControls) await setControls(one, noControls)
  await other.ctx.policies.refresh()
  return {
    one,
    other,
    onBoth: async (person) => [await one.authorized(person), await other.authorized(person)],
    advance(ms) {
      one.clock.advance(ms)
      other.clock.advance(ms)
    },
    async mailSubjects() {
      const sent = await Promise.all([one.mails(), other.mails()])
      return sent.flat().map(({ subject }) => subject)
    },
    async [Symbol.asyncDispose]() {
      const { problem = undefined } = isVerified ? await verifyLedger(one.ctx.db) : {}
      // The first one owns the database.
      await other[Symbol.asyncDispose]()
      await one[Symbol.asyncDispose]()
      expect(problem).toBeUndefined()
    },
  }
}

/** As `openTwoNodes`, until the last test of this file has run. */
export async function twoNodesOfFile(...options: Parameters<typeof openTwoNodes>): Promise<TwoNodes> {
  const site = await openTwoNodes(...options)
  afterAll(() => site[Symbol.asyncDispose]())
  return site
}

/** Starts the calls at once. Returns 'ok', or the code of the error, of each in the given order. */
export async function outcomes(...calls: (() => Promise<unknown>)[]): Promise<string[]> {
  const settled = await Promise.allSettled(calls.map((call) => call()))
  return settled.map((each) => (each.status === 'fulfilled' ? 'ok' : codeOf(each.reason)))
}

/** Starts the calls at once: one succeeds, and the others are refused with this code. */
export async function onlyOne(calls: (() => Promise<unknown>)[], refused = 'conflict'): Promise<void> {
  const made = await outcomes(...calls)
  expect(made.sort()).toEqual(calls.map((_, at) => (at === 0 ? 'ok' : refused)).sort())
}

/**
 * Starts `call` while a transaction of the first node has made `change`, and commits it when the call waits for a lock.
 * Returns what `outcomes` returns for the call.
 */
export async function outcomeBeside(
  { one }: TwoNodes,
  change: (tx: Tx) => Promise<unknown>,
  call: () => Promise<unknown>,
): Promise<string | undefined> {
  const changed = createBarrier(2)
  const released = createBarrier(2)
  const transaction = inServerTransaction(one.ctx.db, async (tx) => {
    await change(tx)
    await changed()
    await released()
  })
  await Promise.race([changed(), transaction])
  let isSettled = false
  const outcome = outcomes(call).finally(() => {
    isSettled = true
  })
  const isWaiting = async () => isSettled || (await countWaiting(one)) > 0
  await expect.poll(isWaiting, { timeout: 10_000 }).toBe(true)
  void released()
  await transaction
  return (await outcome)[0]
}

/** How many sessions wait for a lock of another one. */
export async function countWaiting({ ctx }: TestApp): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(ctx.db)
  return rows[0]?.count ?? 0
}

/** Repeats a race, each time with the other call first. @param work gets two indexes, 0 and 1, in alternating order */
export async function rounds(count: number, work: (first: 0 | 1, second: 0 | 1) => Promise<void>): Promise<void> {
  for (let round = 0; round < count; round++) await (round % 2 === 0 ? work(0, 1) : work(1, 0))
}

/** A test of `rounds` alone. */
export const race = (title: string, ...repeated: Parameters<typeof rounds>) => test(title, () => rounds(...repeated))

/** @throws the error itself when it is not one that callers see */
function codeOf(error: { code?: string; cause?: { name?: string; code?: string } }): string {
  const known = [error, error.cause].find((each) => (each as { name?: string } | undefined)?.name === 'AppError')
  if (known?.code === undefined) throw error
  return known.code
}
