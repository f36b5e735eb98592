import { AsyncResource } from 'node:async_hooks'
import { CompiledQuery, type Kysely, type Transaction } from 'kysely'
import type { Schema } from './schema.ts'

/** Bounds how long a query outside of a transaction waits for the connection. */
const MAX_MEMBERS = 20

type Work<Result> = (transaction: Transaction<Schema>) => Promise<Result>
type Outcome = { result: unknown } | { error: unknown }
type Member = { work: Work<unknown>; settle(outcome: Outcome): void }

const savepoint = CompiledQuery.raw('savepoint member')
const release = CompiledQuery.raw('release member')
const rollbackTo = CompiledQuery.raw('rollback to member')

/** Settles after the commit, also when `work` throws, because it may have read what another member wrote. */
export type GroupCommit = <Result>(work: Work<Result>) => Promise<Result>

/** Transactions that wait share a commit, each in a savepoint; when it fails, each runs again in one of its own. */
export function createGroupCommit(db: Kysely<Schema>, isOpen: () => boolean): GroupCommit {
  const waiting: Member[] = []
  let isRunning = false

  async function runWaiting() {
    isRunning = true
    for (let first = waiting.shift(); first; first = waiting.shift()) await runGroup(first)
    isRunning = false
  }

  async function runGroup(first: Member) {
    const members = [first]
    const outcomes: Outcome[] = []
    try {
      await db.transaction().execute(async (transaction) => {
        outcomes.push({ result: await first.work(transaction) })
        for (let next = waiting.shift(); next; next = members.length < MAX_MEMBERS ? waiting.shift() : undefined) {
          members.push(next)
          outcomes.push(await inSavepoint(transaction, next))
        }
      })
    } catch (error) {
      if (members.length === 1) first.settle({ error })
      else for (const member of members) await runAlone(member)
      return
    }
    for (const [at, outcome] of outcomes.entries()) members[at]?.settle(outcome)
  }

  async function runAlone({ work, settle }: Member) {
    await db
      .transaction()
      .execute(work)
      .then(
        (result) => settle({ result }),
        (error: unknown) => settle({ error }),
      )
  }

  /** @throws when SQLite has rolled back the other members as well */
  async function inSavepoint(transaction: Transaction<Schema>, { work }: Member): Promise<Outcome> {
    await transaction.executeQuery(savepoint)
    try {
      // An object of its own, because callbacks are registered on it.
      const result = await work(transaction.withTables<Record<never, never>>())
      await transaction.executeQuery(release)
      return { result }
    } catch (error) {
      if (!isOpen()) throw error
      await transaction.executeQuery(rollbackTo)
      await transaction.executeQuery(release)
      return { error }
    }
  }

  return <Result>(work: Work<Result>) =>
    new Promise<Result>((resolve, reject) => {
      const settle = (outcome: Outcome) =>
        'error' in outcome ? reject(outcome.error) : resolve(outcome.result as Result)
      // The work of a member keeps the context of its own caller, such as the span of its request.
      waiting.push({ work: AsyncResource.bind(work), settle })
      if (!isRunning) void runWaiting()
    })
}
