import type { SessionTable } from '../platform/db/account-tables.ts'
import { compiledQuery } from '../platform/db/compiled-query.ts'
import type { Db, ServerDb, Tx } from '../platform/db/database.ts'
import { isPostgres } from '../platform/db/dialect/dialect.ts'
import { behindChanges, type RightsTx } from './rights-queries.ts'

export async function insertSession(tx: Tx, session: SessionTable) {
  await tx.insertInto('sessions').values(session).execute()
}

function sessionRows(db: Db, tokenHash: string, kind: SessionTable['kind'], now: string) {
  return db
    .selectFrom('users')
    .innerJoin('sessions', 'sessions.user_id', 'users.id')
    .select(['sessions.id as session_id', 'sessions.expires_at', 'sessions.last_seen_at'])
    .select([
      'users.id',
      'users.role',
      'users.username',
      'users.email',
      'users.name',
      'users.phone',
      'users.address',
      'users.created_at',
      'users.last_login_at',
      'users.disabled_at',
      'users.must_change_password',
    ])
    .where('sessions.token_hash', '=', tokenHash)
    .where('sessions.kind', '=', kind)
    .where('sessions.expires_at', '>', now)
    .where('users.disabled_at', 'is', null)
}

const liveSession = compiledQuery(sessionRows)

/** Locks the user before the session. Customers run one call after the other, staff share the locks. */
async function lockSession(db: Db, tokenHash: string, kind: SessionTable['kind'], now: string) {
  const rows = sessionRows(db, tokenHash, kind, now)
  if (kind === 'customer') return rows.forNoKeyUpdate().execute()
  return rows.select(behindChanges.as('turn')).forKeyShare().execute()
}

/**
 * Returns the session of a token with its user; undefined when it has expired or the user is disabled. In a
 * transaction, neither ends before it, and the transactions of one customer run one after the other.
 */
export async function findLiveSession(db: Db, tokenHash: string, kind: SessionTable['kind'], now: string) {
  const read = db.isTransaction && isPostgres(db) ? lockSession : liveSession
  const [row] = await read(db, tokenHash, kind, now)
  if (!row) return undefined
  const { session_id, expires_at, last_seen_at, ...user } = row
  return { session: { id: session_id, expires_at, last_seen_at }, user }
}

export async function updateLastSeen(tx: Tx, id: string, at: string) {
  await tx.updateTable('sessions').set({ last_seen_at: at }).where('id', '=', id).execute()
}

/** Returns the unexpired sessions of a user, most recently used first. */
export async function listSessionRows(db: Db, userId: string, now: string) {
  return db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'created_at', 'last_seen_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('last_seen_at', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

export async function deleteSession(tx: RightsTx, id: string) {
  await tx.deleteFrom('sessions').where('id', '=', id).execute()
}

export async function deleteSessionOf(tx: RightsTx, userId: string, id: string) {
  const { numDeletedRows } = await tx
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function deleteSessionsOf(tx: RightsTx, userId: string, keepId = '') {
  const rows = await tx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '!=', keepId)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

export async function deleteExpiredSessions(db: ServerDb, now: string) {
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute()
}

/** Deletes from this table what has expired. */
export function deletesExpired(name: 'password_resets' | 'mfa_challenges' | 'trusted_devices') {
  return async (db: ServerDb, now: string) => void (await db.deleteFrom(name).where('expires_at', '<=', now).execute())
}
