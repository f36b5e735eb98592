import { countRows } from '../platform/db/count-rows.ts'
import type { Db, ServerDb, Tx } from '../platform/db/database.ts'
import { lockedIn } from '../platform/db/row-locks.ts'
import { table } from '../platform/db/table.ts'

export async function countPasswordResets(db: Db, userId: string, now: string) {
  return countRows(db.selectFrom('password_resets').where('user_id', '=', userId).where('expires_at', '>', now))
}

/** Invalidates every link of the user; they still count towards the limit. */
export async function endPasswordResets(tx: Tx, userId: string, now: string) {
  await table('password_resets').update(tx, { user_id: userId, ended_at: null }, { ended_at: now })
}

/** Undefined when the link is used, invalidated or expired, or the user is disabled. */
export async function findResettableUser(db: Db, tokenHash: string, now: string) {
  return db
    .selectFrom('users')
    .innerJoin('password_resets', 'password_resets.user_id', 'users.id')
    .select(['users.id', 'users.password_hash'])
    .where('token_hash', '=', tokenHash)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .where('users.disabled_at', 'is', null)
    .$call(lockedIn(db))
    .executeTakeFirst()
}

export async function deleteExpiredPasswordResets(db: ServerDb, now: string) {
  await db.deleteFrom('password_resets').where('expires_at', '<=', now).execute()
}
