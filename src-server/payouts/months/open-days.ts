import { plusDays } from '#shared/business-day.ts'
import { monthMessages } from '#shared/month.ts'
import { audit, operator } from '../../audit/audit-queries.ts'
import type { AppContext } from '../../context.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { conflict } from '../../platform/errors.ts'
import { findClosedTo } from './month-queries.ts'

/** @throws AppError 'conflict' in these words when one of the days is in a closed month */
export async function assertOpen(
  db: Db,
  days: readonly string[],
  words: (day: string) => string = monthMessages.closed,
): Promise<void> {
  const closedTo = await findClosedTo(db)
  const closed = days.find((day) => day <= closedTo)
  if (closed !== undefined) throw conflict(words(closed))
}

/** A day that nobody chose, or the first open one when its month is closed; the audit log says so. */
export async function openDay(
  app: Pick<AppContext, 'clock' | 'keyring' | 'events'>,
  tx: Tx,
  day: string,
  about: string,
): Promise<string> {
  const closedTo = await findClosedTo(tx)
  if (day > closedTo) return day
  const open = plusDays(closedTo, 1)
  await audit(app, tx, operator, 'ledger.day-moved', about, `${day} to ${open}`)
  return open
}
