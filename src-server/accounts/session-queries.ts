import type { SessionTable, UserTable } from '../db/account-tables.ts'
import type { Db, ServerDb, Tx } from '../db/database.ts'

/** What is known of a person without their secrets and what lists are made of. */
type SessionUser = Omit<UserTable, 'password_hash' | 'trade_count' | 'search_text'>

export async function insertSession(tx: Tx, session: SessionTable): Promise<void> {
  await tx.insertInto('sessions').values(session).execute()
}

/** The session a token belongs to, with its person; undefined when it has expired or the person is disabled. */
export async function findLiveSession(
  db: Db,
  tokenHash: string,
  kind: SessionTable['kind'],
  now: string,
): Promise<{ session: Pick<SessionTable, 'id' | 'expires_at' | 'last_seen_at'>; user: SessionUser } | undefined> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
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
    .executeTakeFirst()
  if (!row) return undefined
  const { session_id, expires_at, last_seen_at, ...user } = row
  return { session: { id: session_id, expires_at, last_seen_at }, user }
}

export async function updateLastSeen(tx: Tx, id: string, at: string): Promise<void> {
  await tx.updateTable('sessions').set({ last_seen_at: at }).where('id', '=', id).execute()
}

/** The running sessions of a person, the last used first. */
export async function listSessionRows(
  db: Db,
  userId: string,
  now: string,
): Promise<Pick<SessionTable, 'id' | 'user_agent' | 'created_at' | 'last_seen_at'>[]> {
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

/** Ends one session; a session that is gone already is fine. */
export async function deleteSession(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('sessions').where('id', '=', id).execute()
}

/** Ends one session if it is this person's; true when it was. */
export async function deleteSessionOf(tx: Tx, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Ends every session of a person but `keepId`; answers their ids. */
export async function deleteSessionsOf(tx: Tx, userId: string, keepId = ''): Promise<string[]> {
  const rows = await tx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '!=', keepId)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

export async function deleteExpiredSessions(db: ServerDb, now: string): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute()
}
