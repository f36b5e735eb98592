import { sql } from 'kysely'
import { type Db, inTransaction, type TransactionContext, type Tx } from '../platform/db/database.ts'
import { isPostgres } from '../platform/db/dialect/dialect.ts'

/** A transaction in which no call of the people it named to `lockRights` is between its check and its commit. */
export type RightsTx = Tx & { readonly [rights]: true }
declare const rights: unique symbol

/** The first key of the advisory locks of people; the second one is a hash of their id. */
const PEOPLE = 17

/**
 * In a query of `users` that locks FOR KEY SHARE: waits behind a change of rights that waits itself. PostgreSQL would
 * grant the row lock before it for as long as calls overlap.
 */
export const behindChanges = sql<unknown>`pg_advisory_xact_lock_shared(${sql.lit(PEOPLE)}, hashtext(users.id))`

/** Until the transaction ends, changes of what these people may do wait for it. Their other calls do not. */
export async function shareRights(tx: Db, people: readonly string[]): Promise<void> {
  if (!isPostgres(tx)) return
  for (const id of inOrder(people))
    await tx.selectFrom('users').select(behindChanges.as('turn')).where('id', '=', id).forKeyShare().execute()
}

/**
 * Waits for the transactions of all calls that rely on the rights of these people; later ones wait for the end of this
 * one, and then check what it has changed. Comes before every other lock, because a call that shares its own rights and
 * then locks them is in a deadlock with another one that does the same.
 */
export async function lockRights(tx: Tx, people: readonly string[]): Promise<RightsTx> {
  if (isPostgres(tx))
    for (const id of inOrder(people)) {
      await sql`select pg_advisory_xact_lock(${sql.lit(PEOPLE)}, hashtext(${id}))`.execute(tx)
      await tx.selectFrom('users').select('id').where('id', '=', id).forUpdate().execute()
    }
  return tx as RightsTx
}

/**
 * Like `inTransaction`, for what changes the rights of these people: locks them before the caller's own permission is
 * checked. Name the caller too, so that two people who change each other's rights wait in one order.
 * @throws AppError 'unauthorized' or 'forbidden' when the caller has lost the permission since the call began
 */
export function inRightsChange<Result>(
  { app, authorization }: TransactionContext,
  people: readonly string[],
  work: (tx: RightsTx) => Promise<Result>,
): Promise<Result> {
  return inTransaction({ app, authorization: undefined }, async (tx) => {
    const locked = await lockRights(tx, people)
    await authorization?.assertStillAllowed(tx)
    return work(locked)
  })
}

function inOrder(people: readonly string[]): string[] {
  return [...new Set(people)].sort()
}
