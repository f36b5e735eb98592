import { sql } from 'kysely'
import {
  type Authorization,
  type Db,
  inTransaction,
  type TransactionContext,
  type Tx,
} from '../platform/db/database.ts'
import { isPostgres } from '../platform/db/dialect/dialect.ts'
import { lockClasses } from '../platform/db/named-locks.ts'

/** A transaction in which no call of the people it named to `lockRights` is between its check and its commit. */
export type RightsTx = Tx & { readonly [rights]: true }
declare const rights: unique symbol

/** For `users` locked FOR KEY SHARE: waits behind changes of rights that wait, as the row lock would not. */
export const behindChanges = sql<unknown>`pg_advisory_xact_lock_shared(${sql.lit(lockClasses.people)}, hashtext(users.id))`

/** Changes of the rights of these people wait until the transaction ends; their other calls do not. */
export async function shareRights(tx: Db, people: readonly string[]) {
  if (!isPostgres(tx)) return
  for (const id of inOrder(people))
    await tx.selectFrom('users').select(behindChanges.as('turn')).where('id', '=', id).forKeyShare().execute()
}

/**
 * Waits for the transactions of all calls that rely on the rights of these people; later ones wait for the end of this
 * one, and then check what it has changed. Comes before every other lock, because a call that shares its own rights and
 * then locks them is in a deadlock with another one that does the same.
 */
export async function lockRights(tx: Tx, people: readonly string[]) {
  await lockPeople(tx, people)
  return tx as RightsTx
}

async function lockPeople(tx: Db, people: readonly string[]) {
  if (!isPostgres(tx)) return
  for (const id of inOrder(people)) {
    await sql`select pg_advisory_xact_lock(${sql.lit(lockClasses.people)}, hashtext(${id}))`.execute(tx)
    await tx.selectFrom('users').select('id').where('id', '=', id).forUpdate().execute()
  }
}

/**
 * Like `inTransaction`, for what changes the rights of these people: locks them before the caller's own permission is
 * checked. Owners name themselves too, so that two who change each other's rights wait in one order.
 */
export function inRightsChange<App extends { db: Db }, Result>(
  { app, authorization }: TransactionContext<App>,
  people: readonly string[],
  work: (tx: RightsTx, app: App) => Promise<Result>,
) {
  const afterLock: Authorization = {
    async assertStillAllowed(tx) {
      await lockPeople(tx, people)
      await authorization?.assertStillAllowed(tx)
    },
  }
  return inTransaction({ app, authorization: afterLock }, (tx) => work(tx as RightsTx, app))
}

function inOrder(people: readonly string[]) {
  return [...new Set(people)].sort()
}
