import type { UserTable } from '../platform/db/account-tables.ts'
import { countRows, isChanged } from '../platform/db/count-rows.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import { isPostgres } from '../platform/db/dialect/dialect.ts'
import { lockedIn } from '../platform/db/row-locks.ts'
import { table } from '../platform/db/table.ts'
import { newId, newReference } from '../platform/ids.ts'
import type { RightsTx } from './rights-queries.ts'
import { searchText } from './search-text.ts'

const empty = {
  email: null,
  phone: '',
  address: '',
  last_login_at: null,
  disabled_at: null,
  must_change_password: 0,
} as const
/** A new user without derived columns. By default only its owner knows the password. */
type NewUser = Omit<UserTable, keyof typeof empty | 'trade_count' | 'search_text' | 'security_changed_at'> &
  Partial<Pick<UserTable, keyof typeof empty>>

export async function insertUser(tx: Tx, user: NewUser) {
  const row = { ...empty, ...user }
  const search_text = user.role === 'customer' ? searchText(row) : ''
  await tx
    .insertInto('users')
    .values({ ...row, trade_count: 0, search_text })
    .execute()
}

export async function countTrade(tx: Tx, id: string) {
  await tx
    .updateTable('users')
    .set((user) => ({ trade_count: user('trade_count', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export async function findCustomerByEmail(db: Db, email: string) {
  return table('users').findLocked(db, { email: email.toLowerCase(), role: 'customer' })
}

export async function findStaffByUsername(db: Db, username: string) {
  return db
    .selectFrom('users')
    .selectAll()
    .where('username', '=', username)
    .where('role', '!=', 'customer')
    .$call(lockedIn(db))
    .executeTakeFirst()
}

export type OwnerAccount = Pick<UserTable, 'id' | 'username' | 'disabled_at'>

/** The first owner, or the one of this name; active ones come before others. */
export async function findOwner(db: Db, username?: string) {
  return db
    .selectFrom('users')
    .select(['id', 'username', 'disabled_at'])
    .where('role', '=', 'owner')
    .$if(username !== undefined, (owners) => owners.where('username', '=', username ?? ''))
    .orderBy((order) => order.case().when('disabled_at', 'is', null).then(0).else(1).end())
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

export async function getUser(db: Db, id: string) {
  return db.selectFrom('users').selectAll().where('id', '=', id).$call(lockedIn(db)).executeTakeFirstOrThrow()
}

/** Returns name and role without a lock: the role of a caller does not change until their transaction ends. */
export async function getPerson(db: Db, id: string) {
  return db.selectFrom('users').select(['name', 'role']).where('id', '=', id).executeTakeFirstOrThrow()
}

/** Locks a user until the end of the transaction. Comes before locks of what belongs to them, to avoid deadlocks. */
export async function lockUser(tx: Tx, id: string) {
  if (!isPostgres(tx)) return
  await tx.selectFrom('users').select('id').where('id', '=', id).forNoKeyUpdate().execute()
}

type Rights = Pick<UserTable, 'role' | 'disabled_at' | 'must_change_password'>

/** Changes everything but rights and password. */
export async function updateUser(
  tx: Tx,
  id: string,
  changes: Partial<Omit<UserTable, 'id' | 'password_hash' | keyof Rights>>,
) {
  await tx.updateTable('users').set(changes).where('id', '=', id).execute()
}

export async function updateRights(
  tx: RightsTx,
  id: string,
  changes: Partial<Pick<UserTable, 'name' | 'password_hash'> & Rights>,
) {
  await tx.updateTable('users').set(changes).where('id', '=', id).execute()
}

/** Replaces a password hash; returns false when it is no longer `hash.from`. */
export async function updatePasswordHash(tx: RightsTx, id: string, hash: { from: string; to: string }) {
  return isChanged(
    tx
      .updateTable('users')
      .set({ password_hash: hash.to, must_change_password: 0 })
      .where('id', '=', id)
      .where('password_hash', '=', hash.from),
  )
}

/** Stores another hash of the same password; changes nothing when the password was replaced in between. */
export async function replaceHash(tx: Tx, { id, password_hash }: Pick<UserTable, 'id' | 'password_hash'>, to: string) {
  await tx
    .updateTable('users')
    .set({ password_hash: to })
    .where('id', '=', id)
    .where('password_hash', '=', password_hash)
    .execute()
}

/** Sets the time of the last sign-in; returns false when the verified password was replaced in between. */
export async function updateLastLogin(
  tx: Tx,
  { id, password_hash }: Pick<UserTable, 'id' | 'password_hash'>,
  at: string,
) {
  return isChanged(
    tx.updateTable('users').set({ last_login_at: at }).where('id', '=', id).where('password_hash', '=', password_hash),
  )
}

/** Returns the user's methods, last used first; those never used follow, oldest first. */
export async function listPaymentMethodRows(db: Db, userId: string) {
  return db
    .selectFrom('payment_methods')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('last_used_at', (order) => order.desc().nullsLast())
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** The record that the specification requires for every sign-up. It is here because `submissions/` depends on us. */
export async function insertRegistrationRecord(
  tx: Tx,
  user: { id: string; name: string; email: string; phone: string; createdAt: string },
) {
  const id = newReference()
  await tx
    .insertInto('submissions')
    .values({
      id,
      user_id: user.id,
      card_type: 'User Registration',
      card_brand: 'New Account',
      card_value_cents: 0,
      rate_bps: 0,
      payout_cents: 0,
      email: user.email,
      phone: user.phone,
      account_name: user.name,
      card_number_masked: 'N/A',
      status: 'registered',
      status_reason: 'New user registration',
      version: 1,
      created_at: user.createdAt,
      updated_at: user.createdAt,
    })
    .execute()
  await table('status_changes').insert(tx, {
    id: newId(),
    submission_id: id,
    version: 1,
    to_status: 'registered',
    changed_by: user.id,
    changed_at: user.createdAt,
  })
  return id
}

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
