import { plusDays } from '#shared/business-day.ts'
import { dollarsFromCents, roundedCents } from '#shared/money.ts'
import type { BankBalanceInput, Reconciliation, ReconciliationInput } from '#shared/reconciliation-schema.ts'
import type { LineState } from '#shared/statement.ts'
import { type Actor, audit } from '../../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../../context.ts'
import { timestamp } from '../../platform/clock.ts'
import { startOfDay } from '../../platform/days.ts'
import { inTransaction } from '../../platform/db/database.ts'
import type { StatementAccountTable } from '../../platform/db/statement-tables.ts'
import { table } from '../../platform/db/table.ts'
import { methodsOf } from '../money-place.ts'
import { findBalanceInFile } from './line-queries.ts'
import { type DayRange, sumLines, sumUnmatched } from './reconciliation-queries.ts'
import { getStatementAccount } from './statement-accounts.ts'

/**
 * Compares the books with the bank for one account and some days. The books have the opening balance, the payouts of
 * lines as they were booked, adjusting entries, and sent payouts without a line.
 */
export async function reconcileAccount(app: AppContext, input: ReconciliationInput): Promise<Reconciliation> {
  const account = await getStatementAccount(app.db, input.id)
  const { from, to } = input
  const before = await sumBooks(app, account, { from: account.opening_on, to: plusDays(from, -1) })
  const within = await sumBooks(app, account, { from: from < account.opening_on ? account.opening_on : from, to })
  const opening = account.opening_cents + before.booksCents
  const closing = opening + within.booksCents
  const typed = (await table('statement_balances').find(app.db, { account_id: account.id, at_end_of: to }))?.cents
  const bank = typed ?? (await findBalanceInFile(app.db, account.id, to))
  const { open, differs, waiting } = within.totals
  return {
    ...{ from, to, openingBalance: dollarsFromCents(opening), closingBooks: dollarsFromCents(closing) },
    ...within.totals,
    ...(bank !== undefined && {
      closingBank: dollarsFromCents(bank),
      bankFrom: typed === undefined ? 'file' : 'typed',
      difference: dollarsFromCents(bank - closing),
    }),
    isReconciled: bank === closing && open.count + differs.count + waiting.count === 0,
  }
}

/** Stores what the bank had at the end of a day, for files without balances. */
export async function setBankBalance(ctx: CallContext, staff: Actor, input: BankBalanceInput): Promise<void> {
  await inTransaction(ctx, async (tx, app) => {
    const account = await getStatementAccount(tx, input.id)
    const cents = roundedCents(input.balance)
    const made = { made_by: staff.id, made_at: timestamp(app.clock) }
    const row = { account_id: account.id, at_end_of: input.on, cents, ...made }
    await table('statement_balances').upsert(tx, row, 'account_id', 'at_end_of')
    await audit(app, tx, staff, 'statement.balance-typed', account.id, `${input.on}: ${input.balance.toFixed(2)}`)
  })
}

const nothing = { count: 0, net: 0, booked: 0, entries: 0, payouts: 0 }

async function sumBooks(app: AppContext, account: StatementAccountTable, range: DayRange) {
  const { db } = app
  const moments = { from: startOfDay(app, range.from), until: startOfDay(app, range.to, 1) }
  const sums = new Map((await sumLines(db, account.id, range)).map((sum) => [sum.state, sum]))
  const unmatched = await sumUnmatched(db, methodsOf(account), moments)
  const of = (state: LineState): typeof nothing => sums.get(state) ?? nothing
  const all = [...sums.values()]
  const add = (key: keyof typeof nothing) => all.reduce((sum, each) => sum + each[key], 0)
  const reconciled = of('reconciled')
  const entryCents = reconciled.net - reconciled.booked
  const total = (count: number, cents: number) => ({ count, amount: dollarsFromCents(cents) })
  const difference = (state: LineState) => total(of(state).count, of(state).net - of(state).booked)
  return {
    booksCents: add('booked') + entryCents + unmatched.cents,
    totals: {
      lines: total(add('count'), add('net')),
      matched: total(add('payouts'), add('booked')),
      entries: total(reconciled.entries, entryCents),
      unmatchedPayouts: total(unmatched.count, unmatched.cents),
      open: difference('open'),
      differs: difference('differs'),
      waiting: difference('waiting'),
    },
  }
}
