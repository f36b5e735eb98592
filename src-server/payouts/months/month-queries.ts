import { lastDayOf, plusDays } from '#shared/business-day.ts'
import { monthMessages } from '#shared/month.ts'
import { type AuditContext, audit, operator } from '../../audit/audit-queries.ts'
import { isAny } from '../../platform/db/count-rows.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { conflict } from '../../platform/errors.ts'

/**
 * The last day of the newest closed month, '' before there is one. Until the end of a transaction that has read it, no
 * month is closed or reopened.
 */
export async function findClosedTo(db: Db) {
  if (db.isTransaction) await db.selectFrom('ledger_lock').select('id').forShare().execute()
  const standing = db.selectFrom('month_closings').where('reopened_at', 'is', null)
  const { month } = await standing.select(({ fn }) => fn.max('month').as('month')).executeTakeFirstOrThrow()
  return month ? lastDayOf(month) : ''
}

/** The same for who closes or reopens: nothing is posted until the end of the transaction. */
export async function lockClosedTo(tx: Tx) {
  await tx.selectFrom('ledger_lock').select('id').forUpdate().execute()
  return findClosedTo(tx)
}

/** Whether a transfer of a month was posted after the one with this number. */
export async function hasLaterTransfer(db: Db, month: string, sequence: number) {
  const later = db.selectFrom('ledger_transfers').where('sequence', '>', sequence)
  return isAny(later.where('day', '>=', `${month}-01`).where('day', '<=', lastDayOf(month)))
}

/** @throws AppError 'conflict' in these words when one of the days is in a closed month */
export async function assertOpen(db: Db, days: readonly string[], words = monthMessages.closed) {
  const closedTo = await findClosedTo(db)
  const closed = days.find((day) => day <= closedTo)
  if (closed !== undefined) throw conflict(words(closed))
}

/** A day that no person chose, or the first open one when its month is closed; the audit log says so. */
export async function openDay(app: AuditContext, tx: Tx, day: string, about: string) {
  const closedTo = await findClosedTo(tx)
  if (day > closedTo) return day
  const open = plusDays(closedTo, 1)
  await audit(app, tx, operator, 'ledger.day-moved', about, `${day} to ${open}`)
  return open
}
