import { lastDayOf, monthOf } from '#shared/business-day.ts'
import { dollarsFromCents } from '#shared/money.ts'
import { LISTED_MONTHS } from '#shared/month.ts'
import type { MonthClosing, Months, NextMonth } from '#shared/month-schema.ts'
import { monthAfter, monthsBetween } from '#shared/report.ts'
import { getPerson } from '../../accounts/account-queries.ts'
import type { AppContext } from '../../context.ts'
import { today } from '../../platform/days.ts'
import type { ClosedAccount, MonthClosingTable, StatementAccountTable } from '../../platform/db/statement-tables.ts'
import { table } from '../../platform/db/table.ts'
import { textIn } from '../../platform/encryption/encrypted-text.ts'
import { fieldsOf, withoutNulls } from '../../platform/without-nulls.ts'
import { accounts, cashOf, clearingOf, UNASSIGNED } from '../ledger/accounts.ts'
import { findFirstDay, sumAccount } from '../ledger/ledger-queries.ts'
import { listMoneyAccounts } from '../money-place.ts'
import { reconcileAccount } from '../statements/reconcile-account.ts'
import { findClosedTo } from './month-queries.ts'

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

export const closedAccounts = ({ accounts }: Pick<MonthClosingTable, 'accounts'>) =>
  JSON.parse(accounts) as ClosedAccount[]

/**
 * The month after the newest closed one, at first that of the first day of a money account, with what it needs to be
 * closed. Undefined without money accounts.
 */
export async function readNextMonth(app: AppContext, closedTo: string): Promise<NextMonth | undefined> {
  const { db } = app
  const all = await listMoneyAccounts(db)
  const [first] = all.map(({ opening_on }) => opening_on).sort()
  if (first === undefined) return undefined
  const month = closedTo === '' ? monthOf(first) : monthAfter(monthOf(closedTo), 1)
  const last = lastDayOf(month)
  const own = all.filter(({ opening_on }) => opening_on <= last)
  const unassigned = await Promise.all([cashOf, clearingOf].map((of) => sumAccount(db, of(UNASSIGNED), last)))
  return {
    ...{ month, hasEnded: today(app) > last },
    accounts: await Promise.all(own.map((account) => reconciled(app, account, month))),
    unassigned: dollarsFromCents(unassigned.reduce((sum, cents) => sum + cents)),
    suspense: dollarsFromCents(await sumAccount(db, accounts.suspense, last)),
  }
}

async function reconciled(app: AppContext, { id, name, needs_opening }: StatementAccountTable, month: string) {
  const found = await reconcileAccount(app, { id, from: `${month}-01`, to: lastDayOf(month) })
  const isEqual = found.difference === 0 && found.open.count + found.differs.count + needs_opening === 0
  const ready = found.isReconciled ? 'yes' : isEqual ? 'explain' : 'no'
  return { ...found, id, name, ready } as const
}
