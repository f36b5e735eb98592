import type { Pagination } from '#shared/paging-schema.ts'
import { USERS_PER_PAGE } from '#shared/registered-user.ts'
import type {
  RegisteredUser,
  UserDetail,
  UserDirectoryInput,
  UserListInput,
  UserTotals,
} from '#shared/registered-user-schema.ts'
import { hasPermission, type StaffRole } from '#shared/staff-role.ts'
import type { AppContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import { fieldsOf, moneyOf } from '../platform/without-nulls.ts'
import { listSessionRows } from './session-queries.ts'
import {
  countSubmissionsOf,
  countUsers,
  getRegisteredUser,
  listNewestUsers,
  listUserPage,
  type UserRow,
} from './user-list-queries.ts'

type UserPage = { data: RegisteredUser[]; pagination: Pagination }

export async function listUsers(app: AppContext, input: UserListInput): Promise<UserPage> {
  const { rows, pagination } = await listUserPage(app.db, input)
  return { data: rows.map(userView), pagination }
}

/** Returns a page when any parameter is given, else the newest users as a plain list (1,000 at most). */
export async function listUserDirectory(app: AppContext, input: UserDirectoryInput) {
  const { page, limit, search, sort } = input
  const asksNothing = [page, limit, search, sort].every((each) => each === undefined)
  if (asksNothing) return (await listNewestUsers(app.db)).map(userView)
  return listUsers(app, { page: page ?? 1, limit: limit ?? USERS_PER_PAGE, search, sort: sort ?? 'registered' })
}

/** `since` (ISO 8601) is the start of the viewer's day. */
export async function getUserTotals(app: AppContext, role: StaffRole, since: string): Promise<UserTotals> {
  return {
    ...(await countUsers(app.db, new Date(since).toISOString())),
    mayClearAllData: app.config.clearAllData && hasPermission(role, 'own'),
  }
}

export async function getUserDetail(app: AppContext, userId: string): Promise<UserDetail> {
  const row = await getRegisteredUser(app.db, userId)
  const submissions = await countSubmissionsOf(app.db, userId)
  const sessions = await listSessionRows(app.db, userId, timestamp(app.clock))
  return {
    ...userView(row),
    ...fieldsOf(row, 'disabled_at'),
    ...fieldsOf(submissions, 'open as openOrders', 'completed as completedOrders'),
    activeSessions: sessions.length,
  }
}

function userView(row: UserRow): RegisteredUser {
  return {
    ...fieldsOf(row, 'id', 'name', 'username', 'phone', 'trade_count', 'created_at', 'last_login_at'),
    email: row.email ?? '',
    ...moneyOf(row, 'value_cents as totalTradeValue', 'paid_cents as totalPayoutAmount'),
    isActive: row.disabled_at === null,
  }
}
