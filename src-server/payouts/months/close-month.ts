import { lastDayOf, monthOf } from '#shared/business-day.ts'
import { formatCents, roundedCents } from '#shared/money.ts'
import { monthMessages } from '#shared/month.ts'
import type { CloseMonthInput, NextMonth, ReopenMonthInput } from '#shared/month-schema.ts'
import type { StaffRole } from '#shared/staff-role.ts'
import { type Actor, audit } from '../../audit/audit-queries.ts'
import type { CallContext } from '../../context.ts'
import { askedAct } from '../../controls/perform-act.ts'
import { timestamp } from '../../platform/clock.ts'
import { today } from '../../platform/days.ts'
import { acquireLock } from '../../platform/db/named-locks.ts'
import type { ClosedAccount, MonthClosingTable } from '../../platform/db/statement-tables.ts'
import { table } from '../../platform/db/table.ts'
import { encryptAnyText, encryptText } from '../../platform/encryption/encrypted-text.ts'
import { AppError, conflict, invalid, notFound } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { hashJournal } from '../export-month.ts'
import { findFirstDay } from '../ledger/ledger-queries.ts'
import { closedAccounts, readNextMonth } from './list-months.ts'
import { hasLaterTransfer, lockClosedTo } from './month-queries.ts'

/**
 * Asks to close the next month, which a second person confirms. What is stored, and in the audit log, is the SHA-256 of
 * `journal.csv` as it is now: the file names money accounts, and no customer, so that it stays the same when an account
 * of a customer is deleted.
 * @throws AppError 'not_found' for a month before the books, 'conflict' that says what the month needs
 */
export async function closeMonth(ctx: CallContext, staff: Actor, input: CloseMonthInput) {
  if (lastDayOf(input.month) < ((await findFirstDay(ctx.app.db)) ?? today(ctx.app))) throw notFound()
  return askClosing(ctx, staff, { ...input, ...(await hashJournal(ctx.app, input.month)) })
}

type Hashed = CloseMonthInput & { sha256: string; newest: number }

const askClosing = askedAct('month-closing', async (app, tx, staff, input: Hashed, ask, confirmedBy) => {
  await acquireLock(tx, 'statements')
  const next = await readNextMonth({ ...app, db: tx }, await lockClosedTo(tx))
  const { month, sha256 } = input
  const own = assertReady(next, input)
  const last = lastDayOf(month)
  if (await hasLaterTransfer(tx, { from: `${month}-01`, to: last }, input.newest)) throw conflict(monthMessages.changed)
  const id = newId()
  const closing: MonthClosingTable = {
    ...{ id, month, sha256, accounts: JSON.stringify(own), suspense_cents: roundedCents(next?.suspense ?? 0) },
    note_encrypted: encryptAnyText(app.keyring, 'month_closings', id, 'note_encrypted', input.note),
    ...{ closed_by: staff.id, closed_at: timestamp(app.clock), confirmed_by: confirmedBy },
    ...{ reopened_by: null, reopened_at: null, reason_encrypted: null },
  }
  ask({ kind: 'month', id: month, cents: sumOf(own), always: true })
  await table('month_closings').insert(tx, closing)
  await audit(app, tx, staff, 'month.closed', month, closingDetail(sha256, own))
})

/** Reopens the newest closed month once a second person confirms it. Its closing is kept. */
export const reopenMonth = askedAct(
  'month-reopening',
  async (app, tx, staff: Actor & { role: StaffRole }, { month, reason }: ReopenMonthInput, ask) => {
    if (staff.role !== 'owner') throw new AppError('forbidden', monthMessages.ownerReopens)
    await acquireLock(tx, 'statements')
    const isNewest = monthOf(await lockClosedTo(tx)) === month
    const closing = await table('month_closings').find(tx, { month, reopened_at: null })
    if (!closing) throw notFound()
    if (!isNewest) throw conflict(monthMessages.notNewest)
    ask({ kind: 'month', id: month, cents: sumOf(closedAccounts(closing)), always: true })
    const reopened = { reopened_by: staff.id, reopened_at: timestamp(app.clock) }
    const reason_encrypted = encryptText(app.keyring, 'month_closings', closing.id, 'reason_encrypted', reason)
    await table('month_closings').update(tx, { id: closing.id }, { ...reopened, reason_encrypted })
    await audit(app, tx, staff, 'month.reopened', month)
  },
)

/** @throws AppError for what is missing before the month can be closed */
function assertReady(next: NextMonth | undefined, { month, note, suspense = 0 }: CloseMonthInput): ClosedAccount[] {
  if (next?.month !== month) throw conflict(monthMessages.notNext(next?.month))
  if (!next.hasEnded) throw conflict(monthMessages.notPast(month))
  const open = next.accounts.filter(({ ready }) => ready === 'no')
  if (open.length > 0) throw conflict(monthMessages.notReconciled(open.map(({ name }) => name).join(', ')))
  const [unassigned, unexplained] = [next.unassigned, next.suspense].map(roundedCents) as [number, number]
  if (unassigned !== 0) throw conflict(monthMessages.unassigned(formatCents(unassigned)))
  if (unexplained !== roundedCents(suspense))
    throw invalid('suspense', monthMessages.suspense(formatCents(unexplained)))
  if (note === undefined && next.accounts.some(({ ready }) => ready === 'explain'))
    throw invalid('note', monthMessages.explain)
  return next.accounts.map(({ id, name, closingBooks, outstanding: { count, amount } }) => ({
    ...{ id, name, cents: roundedCents(closingBooks), outstanding: count, outstandingCents: roundedCents(amount) },
  }))
}

/** What who works alone repeats: what all money accounts have. */
const sumOf = (all: readonly ClosedAccount[]) => Math.abs(all.reduce((sum, { cents }) => sum + cents, 0))

const closingDetail = (sha256: string, own: readonly ClosedAccount[]) =>
  [`SHA-256 ${sha256}`, ...own.map(({ id, cents }) => `${id} ${(cents / 100).toFixed(2)}`)].join(', ').slice(0, 500)
