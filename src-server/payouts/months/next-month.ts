import { lastDayOf, monthOf } from '#shared/business-day.ts'
import { dollarsFromCents } from '#shared/money.ts'
import type { NextMonth } from '#shared/month-schema.ts'
import { monthAfter } from '#shared/report.ts'
import type { AppContext } from '../../context.ts'
import { today } from '../../platform/days.ts'
import type { StatementAccountTable } from '../../platform/db/statement-tables.ts'
import { accounts, cashOf, clearingOf, UNASSIGNED } from '../ledger/accounts.ts'
import { sumAccount } from '../ledger/ledger-queries.ts'
import { listMoneyAccounts } from '../money-place.ts'
import { reconcileAccount } from '../statements/reconcile-account.ts'

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
