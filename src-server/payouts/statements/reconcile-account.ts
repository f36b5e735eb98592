import { plusDays } from '#shared/business-day.ts'
import { dollarsFromCents, roundedCents } from '#shared/money.ts'
import type { BankBalanceInput, Reconciliation, ReconciliationInput } from '#shared/reconciliation-schema.ts'
import { OUTSTANDING_DAYS } from '#shared/statement.ts'
import { type Actor, audit } from '../../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../../context.ts'
import { timestamp } from '../../platform/clock.ts'
import { inTransaction } from '../../platform/db/database.ts'
import type { StatementAccountTable } from '../../platform/db/statement-tables.ts'
import { table } from '../../platform/db/table.ts'
import { accounts } from '../ledger/accounts.ts'
import { findNewestDay, sumAccount } from '../ledger/ledger-queries.ts'
import { assertOpen } from '../months/open-days.ts'
import { findBalanceInFile, type Sum, sumLines } from './line-queries.ts'
import { listDifferingGroups, sumBooks, sumFreeMovements, sumOpening } from './movement-queries.ts'
import { getStatementAccount } from './statement-accounts.ts'

/**
 * Compares the ledger with the bank at the end of a day. What is dated up to it counts, whatever was matched later:
 * the balance of the bank, with the movements that no line covers and without the lines that no movement covers, is
 * that of the ledger.
 */
export async function reconcileAccount(
  app: AppContext,
  { id, from, to }: ReconciliationInput,
): Promise<Reconciliation> {
  const { db } = app
  const account = await getStatementAccount(db, id)
  const upTo = await sumLines(db, account, { from: account.opening_on, to })
  const { all } = await sumLines(db, account, { from, to })
  const opening = await sumOpening(db, account, from > account.opening_on ? from : account.opening_on)
  const books = await sumBooks(db, account, to)
  const { outstanding, uncovered, differing } = await sumUncovered(app, account, to, upTo.ungrouped)
  const typed = (await table('statement_balances').find(db, { account_id: id, at_end_of: to }))?.cents
  const bank = typed ?? (await findBalanceInFile(db, id, to))
  const difference = bank === undefined ? undefined : bank + outstanding.cents - uncovered.cents - books
  const { open } = upTo.states
  const differs = { count: upTo.states.differs.count, cents: differing }
  const isOpen = open.count + differs.count > 0
  const isLate = outstanding.oldest !== undefined && outstanding.oldest <= plusDays(to, -OUTSTANDING_DAYS)
  const dollars = ({ count, cents }: { count: number; cents: number }) => ({ count, amount: dollarsFromCents(cents) })
  const suspense = await sumAccount(db, accounts.suspense, to)
  return {
    ...{ from, to, openingBalance: dollarsFromCents(opening), closingBooks: dollarsFromCents(books) },
    ...{ lines: dollars(all), open: dollars(open), differs: dollars(differs) },
    outstanding: { ...dollars(outstanding), ...(outstanding.oldest && { since: outstanding.oldest }) },
    uncovered: dollars(uncovered),
    ...(bank !== undefined &&
      difference !== undefined && {
        closingBank: dollarsFromCents(bank),
        bankFrom: typed === undefined ? 'file' : 'typed',
        difference: dollarsFromCents(difference),
      }),
    isReconciled: difference === 0 && !isOpen && !isLate && account.needs_opening === 0,
    suspense: dollarsFromCents(suspense),
    ...(suspense !== 0 && { suspenseSince: await findNewestDay(db, accounts.suspense) }),
    adjustments: dollarsFromCents(await sumAccount(db, accounts.adjustments, to)),
  }
}

/**
 * The movements up to a day that no line up to it covers, and the lines that no movement does. An account without lines
 * is counted, not compared line by line.
 */
async function sumUncovered({ db }: AppContext, account: StatementAccountTable, day: string, open: Sum) {
  const hasLines = await table('statement_lines').find(db, { account_id: account.id })
  const nothing = { count: 0, cents: 0 }
  if (!hasLines) return { outstanding: { ...nothing, oldest: undefined }, uncovered: nothing, differing: 0 }
  const free = await sumFreeMovements(db, account, day)
  const outstanding = { ...free, days: free.oldest === undefined ? [] : [free.oldest] }
  const uncovered = { ...open }
  let differing = 0
  for (const group of await listDifferingGroups(db, account, day)) {
    // The rest of a movement comes with a later line; the rest of a line, or what differs, is the line's.
    const isOfMovement = group.lines === 0 || (group.isReconciled && group.movements > 0 && group.laterLines > 0)
    if (isOfMovement) {
      outstanding.count += 1
      outstanding.cents += group.cents
      outstanding.days.push(group.oldest)
    } else {
      uncovered.count += 1
      uncovered.cents -= group.cents
      if (!group.isReconciled) differing -= group.cents
    }
  }
  return { outstanding: { ...outstanding, oldest: outstanding.days.sort()[0] }, uncovered, differing }
}

/** Stores what the bank had at the end of a day, for files without balances. */
export async function setBankBalance(ctx: CallContext, staff: Actor, input: BankBalanceInput): Promise<void> {
  await inTransaction(ctx, async (tx, app) => {
    const account = await getStatementAccount(tx, input.id)
    await assertOpen(tx, [input.on])
    const cents = roundedCents(input.balance)
    const made = { made_by: staff.id, made_at: timestamp(app.clock) }
    const row = { account_id: account.id, at_end_of: input.on, cents, ...made }
    await table('statement_balances').upsert(tx, row, 'account_id', 'at_end_of')
    await audit(app, tx, staff, 'statement.balance-typed', account.id, `${input.on}: ${input.balance.toFixed(2)}`)
  })
}
