import { lastDayOf, monthOf } from '#shared/business-day.ts'
import { dollarsFromCents, formatCents, roundedCents, sumOf } from '#shared/money.ts'
import { LISTED_MONTHS, monthMessages, monthName } from '#shared/month.ts'
import type { CloseMonthInput, MonthClosing, Months, NextMonth, ReopenMonthInput } from '#shared/month-schema.ts'
import { monthAfter, monthsBetween } from '#shared/report.ts'
import type { StaffRole } from '#shared/staff-role.ts'
import { getPerson } from '../../accounts/account-queries.ts'
import { type Actor, audit } from '../../audit/audit-queries.ts'
import type { LoggedEntry } from '../../audit/logged-entries.ts'
import type { AppContext, CallContext } from '../../context.ts'
import { askedAct } from '../../controls/perform-act.ts'
import { timestamp } from '../../platform/clock.ts'
import { today } from '../../platform/days.ts'
import { acquireLock } from '../../platform/db/named-locks.ts'
import type { ClosedAccount, MonthClosingTable, StatementAccountTable } from '../../platform/db/statement-tables.ts'
import { table } from '../../platform/db/table.ts'
import { encryptAnyText, encryptText, textIn } from '../../platform/encryption/encrypted-text.ts'
import { AppError, conflict, invalid, notFound } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { fieldsOf, withoutNulls } from '../../platform/without-nulls.ts'
import { hashJournal } from '../export-month.ts'
import { accounts, UNASSIGNED } from '../ledger/accounts.ts'
import { findFirstDay, sumOfPlace } from '../ledger/ledger-queries.ts'
import { listMoneyAccounts } from '../money-place.ts'
import { reconcileAccount } from '../statements/statement-accounts.ts'
import { findClosedTo, hasLaterTransfer, lockClosedTo } from './month-queries.ts'

/**
 * Asks to close the next month, which a second person confirms. What is stored, and in the audit log, is the SHA-256 of
 * `journal.csv` as it is now: the file names money accounts, and no customer, so that it stays the same when an account
 * of a customer is deleted.
 * @throws AppError 'not_found' for a month before the books, 'conflict' that says what the month needs
 */
export async function closeMonth(ctx: CallContext, staff: Actor, input: CloseMonthInput) {
  return askClosing(ctx, staff, { ...input, ...(await hashJournal(ctx.app, input.month)) })
}

type Hashed = CloseMonthInput & { sha256: string; newest: number }

const askClosing = askedAct('month-closing', async (app, tx, staff, input: Hashed, ask, confirmedBy) => {
  await acquireLock(tx, 'statements')
  const next = await readNextMonth({ ...app, db: tx }, await lockClosedTo(tx))
  const { month, sha256 } = input
  const isBefore = next !== undefined && month < next.month
  if (isBefore && !(await table('month_closings').find(tx, { month }))) throw notFound()
  const own = assertReady(next, input)
  if (await hasLaterTransfer(tx, month, input.newest)) throw conflict(monthMessages.changed)
  const id = newId()
  const closing: MonthClosingTable = {
    ...{ id, month, sha256, accounts: JSON.stringify(own), suspense_cents: roundedCents(next?.suspense ?? 0) },
    note_encrypted: encryptAnyText(app.keyring, 'month_closings', id, 'note_encrypted', input.note),
    ...{ closed_by: staff.id, closed_at: timestamp(app.clock), confirmed_by: confirmedBy },
    ...{ reopened_by: null, reopened_at: null, reason_encrypted: null },
  }
  ask({ kind: 'month', id: month, cents: Math.abs(sumOf(own)), always: true })
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
    ask({ kind: 'month', id: month, cents: Math.abs(sumOf(closedAccounts(closing))), always: true })
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

const closingDetail = (sha256: string, own: readonly ClosedAccount[]) =>
  [`SHA-256 ${sha256}`, ...own.map(({ id, cents }) => `${id} ${(cents / 100).toFixed(2)}`)].join(', ').slice(0, 500)

/** The newest months of the books, with their closings, and what the next one to close needs. */
export async function listMonths(app: AppContext): Promise<Months> {
  const next = await readNextMonth(app, await findClosedTo(app.db))
  const rows = await table('month_closings').list(app.db, {}, 'month', 'closed_at')
  const [first] = [(await findFirstDay(app.db)) ?? today(app), next?.month, rows[0]?.month].filter(Boolean).sort()
  const newest = monthsBetween(monthOf(first ?? ''), monthOf(today(app)))
    .slice(-LISTED_MONTHS)
    .reverse()
  const months = newest.map(async (month) => {
    const own = rows.filter((row) => row.month === month)
    const former = own.filter(({ reopened_at }) => reopened_at !== null)
    const standing = own.find(({ reopened_at }) => reopened_at === null)
    const views = await Promise.all(former.map((row) => view(app, row)))
    return { month, former: views, ...(standing && { closing: await view(app, standing) }) }
  })
  return { months: await Promise.all(months), ...(next && { next }) }
}

async function view(app: AppContext, row: MonthClosingTable): Promise<MonthClosing> {
  const person = async (id: string) => ({ id, name: (await getPerson(app.db, id)).name })
  const text = (column: 'note_encrypted' | 'reason_encrypted') => textIn(app.keyring, 'month_closings', row, column)
  return {
    ...fieldsOf(row, 'sha256', 'closed_at'),
    ...{ suspense: dollarsFromCents(row.suspense_cents), ...withoutNulls({ note: text('note_encrypted') }) },
    accounts: closedAccounts(row).map(({ id, name, outstanding: count, ...sums }) => ({
      ...{ id, name, balance: dollarsFromCents(sums.cents) },
      outstanding: { count, amount: dollarsFromCents(sums.outstandingCents) },
    })),
    ...{ closedBy: await person(row.closed_by), confirmedBy: await person(row.confirmed_by) },
    ...(row.reopened_by &&
      row.reopened_at && {
        reopened: { by: await person(row.reopened_by), at: row.reopened_at, reason: text('reason_encrypted') ?? '' },
      }),
  }
}

const closedAccounts = ({ accounts }: Pick<MonthClosingTable, 'accounts'>) => JSON.parse(accounts) as ClosedAccount[]

/**
 * The month after the newest closed one, at first that of the first day of a money account, with what it needs to be
 * closed. Undefined without money accounts.
 */
async function readNextMonth(app: AppContext, closedTo: string): Promise<NextMonth | undefined> {
  const { db } = app
  const all = await listMoneyAccounts(db)
  const [first] = all.map(({ opening_on }) => opening_on).sort()
  if (first === undefined) return undefined
  const month = closedTo === '' ? monthOf(first) : monthAfter(monthOf(closedTo), 1)
  const last = lastDayOf(month)
  const own = all.filter(({ opening_on }) => opening_on <= last)
  return {
    ...{ month, hasEnded: today(app) > last },
    accounts: await Promise.all(own.map((account) => reconciled(app, account, month))),
    unassigned: dollarsFromCents(await sumOfPlace(db, UNASSIGNED, last)),
    suspense: dollarsFromCents(await sumOfPlace(db, accounts.suspense, last)),
  }
}

async function reconciled(app: AppContext, { id, name, needs_opening }: StatementAccountTable, month: string) {
  const found = await reconcileAccount(app, { id, from: `${month}-01`, to: lastDayOf(month) })
  const isEqual = found.difference === 0 && found.open.count + found.differs.count + needs_opening === 0
  const ready = found.isReconciled ? 'yes' : isEqual ? 'explain' : 'no'
  return { ...found, id, name, ready } as const
}

type Closed = { sha256: string; balances: readonly (readonly [id: string, cents: number])[] }

/**
 * What restored data has otherwise than the closings say: those that it has, and those of the recovery log, of which
 * the restored data lacks these entries. A sentence for each difference.
 */
export async function compareMonths(app: AppContext, lost: readonly LoggedEntry[]) {
  const closed = new Map<string, Closed>()
  for (const row of await table('month_closings').list(app.db, { reopened_at: null }, 'month'))
    closed.set(row.month, { sha256: row.sha256, balances: closedAccounts(row).map(({ id, cents }) => [id, cents]) })
  for (const { action, object, detail } of lost) {
    if (action === 'month.closed') closed.set(object, readDetail(detail))
    if (action === 'month.reopened') closed.delete(object)
  }
  const differences: string[] = []
  for (const [month, { sha256, balances }] of closed) {
    for (const [id, cents] of balances) {
      const now = await sumOfPlace(app.db, id, lastDayOf(month))
      if (now !== cents)
        differences.push(
          `${monthName(month)}, ${id}: ${formatCents(cents)} when it was closed, ${formatCents(now)} now`,
        )
    }
    if ((await hashJournal(app, month)).sha256 !== sha256)
      differences.push(`${monthName(month)}, journal.csv: another one than when it was closed, which had ${sha256}`)
  }
  return differences
}

function readDetail(detail: string): Closed {
  const balances = detail.matchAll(/(SA-\w+) (-?\d+\.\d\d)/g)
  return {
    sha256: /[0-9a-f]{64}/.exec(detail)?.[0] ?? '',
    balances: [...balances].map(([, id = '', dollars]) => [id, roundedCents(Number(dollars))]),
  }
}
