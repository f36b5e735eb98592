import { sql } from 'kysely'
import { MAX_USERS_AT_ONCE, type UserSort } from '#shared/registered-user.ts'
import type { UserListInput } from '#shared/registered-user-schema.ts'
import { openStatuses } from '#shared/submission.ts'
import type { UserTable } from '../platform/db/account-tables.ts'
import { containsText } from '../platform/db/contains-text.ts'
import { countRows, readPage } from '../platform/db/count-rows.ts'
import type { Db } from '../platform/db/database.ts'
import { lockedIn } from '../platform/db/row-locks.ts'
import { notFound } from '../platform/errors.ts'
import { searchNeedles } from './search-text.ts'

export type UserRow = Awaited<ReturnType<typeof listUserRows>>[number]

const sortColumns = {
  registered: 'created_at',
  lastLogin: 'last_login_at',
  trades: 'trade_count',
} as const satisfies Record<UserSort, keyof UserTable>

function registered(db: Db) {
  return db.selectFrom('users').where('role', '=', 'customer').where('search_text', '!=', '')
}

function matching(db: Db, search: string | undefined) {
  if (!search) return registered(db)
  return registered(db).where((where) =>
    where.or(searchNeedles(search).map((text) => containsText('search_text', text))),
  )
}

/** Returns a page of customers. The ids come from an index, so only the rows of the page are read. */
export async function listUserPage(db: Db, { search, sort, ...input }: UserListInput) {
  const users = matching(db, search)
  const sorted = users.select('id').orderBy(sortColumns[sort], 'desc').orderBy('id', 'desc')
  const { rows, pagination } = await readPage(users, sorted, input)
  return { rows: await listUserRows(db, rows), pagination }
}

export async function listNewestUsers(db: Db) {
  const newest = registered(db).select('id').orderBy('created_at', 'desc').orderBy('id', 'desc')
  return listUserRows(db, await newest.limit(MAX_USERS_AT_ONCE).execute())
}

/** Returns the `size` customers that match the search and are the next older ones than `after`, the newest first. */
export async function listUserBatch(
  db: Db,
  search: string,
  after: Pick<UserTable, 'created_at' | 'id'> | undefined,
  size: number,
) {
  let users = matching(db, search)
  if (after)
    users = users.where((where) =>
      where(where.refTuple('created_at', 'id'), '<', where.tuple(after.created_at, after.id)),
    )
  const found = await users.select('id').orderBy('created_at', 'desc').orderBy('id', 'desc').limit(size).execute()
  return listUserRows(db, found)
}

/** @throws AppError 'not_found' also for staff and deleted accounts */
export async function getRegisteredUser(db: Db, id: string) {
  const found = await registered(db).select('id').where('id', '=', id).$call(lockedIn(db)).execute()
  const [user] = await listUserRows(db, found)
  if (!user) throw notFound()
  return user
}

/** Orders that were completed before there were payouts. */
const isPaidWithoutPayout = sql<boolean>`status = 'completed' and not exists (
  select 1 from payout_lines where payout_lines.submission_id = submissions.id)`

/** Returns the rows of these ids, in their order. What was paid is what their own list of orders counts as paid. */
async function listUserRows(db: Db, found: readonly { id: string }[]) {
  if (found.length === 0) return []
  const ids = found.map(({ id }) => id)
  const users = await db
    .selectFrom('users')
    .select(['id', 'role', 'username', 'email', 'name', 'phone', 'address', 'created_at', 'last_login_at'])
    .select(['disabled_at', 'trade_count'])
    .where('id', 'in', ids)
    .execute()
  const sums = await db
    .selectFrom('submissions')
    .select((submissions) => [
      'user_id',
      submissions.fn.sum<number>('card_value_cents').as('value_cents'),
      submissions.fn
        .sum<number>(submissions.case().when(isPaidWithoutPayout).then(submissions.ref('payout_cents')).else(0).end())
        .as('paid_cents'),
    ])
    .where('user_id', 'in', ids)
    .groupBy('user_id')
    .execute()
  const payouts = await db
    .selectFrom('payouts')
    .select((payout) => ['user_id', payout.fn.sum<number>('amount_cents').as('paid_cents')])
    .where('user_id', 'in', ids)
    .where('state', '=', 'paid')
    .where('refund_of', 'is', null)
    .groupBy('user_id')
    .execute()
  const userById = new Map(users.map((user) => [user.id, user]))
  const sumById = new Map(sums.map((sum) => [sum.user_id, sum]))
  const paidById = new Map(payouts.map(({ user_id, paid_cents }) => [user_id, paid_cents]))
  return ids.flatMap((id) => {
    const user = userById.get(id)
    const sum = sumById.get(id)
    const paid_cents = (sum?.paid_cents ?? 0) + (paidById.get(id) ?? 0)
    return user ? [{ ...user, value_cents: sum?.value_cents ?? 0, paid_cents }] : []
  })
}

export async function countUsers(db: Db, since: string) {
  const customers = db.selectFrom('users').where('role', '=', 'customer')
  return {
    totalUsers: await countRows(registered(db)),
    // Deleted accounts have no phone.
    withPhoneNumbers: await countRows(customers.where('phone', '>', '')),
    registeredToday: await countRows(registered(db).where('created_at', '>=', since)),
    activeTraders: await countRows(registered(db).where('trade_count', '>', 0)),
  }
}

export async function countSubmissionsOf(db: Db, userId: string) {
  const rows = await db
    .selectFrom('submissions')
    .select((submissions) => ['status', submissions.fn.countAll<number>().as('count')])
    .where('user_id', '=', userId)
    .groupBy('status')
    .execute()
  const count = (...statuses: string[]) =>
    rows.reduce((sum, row) => sum + (statuses.includes(row.status) ? row.count : 0), 0)
  return { open: count(...openStatuses), completed: count('completed') }
}
