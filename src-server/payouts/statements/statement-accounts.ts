import { plusDays } from '#shared/business-day.ts'
import { dollarsFromCents, roundedCents } from '#shared/money.ts'
import { paymentTypeInfo } from '#shared/payment-method.ts'
import type { BankBalanceInput, Reconciliation, ReconciliationInput } from '#shared/reconciliation-schema.ts'
import { OUTSTANDING_DAYS, statementMessages } from '#shared/statement.ts'
import type {
  ChangeAccountInput,
  MakeAccountInput,
  StatementAccount,
  StatementFormat,
} from '#shared/statement-schema.ts'
import { type Actor, audit } from '../../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../../context.ts'
import { timestamp } from '../../platform/clock.ts'
import { today } from '../../platform/days.ts'
import { type Db, inTransaction, type Tx } from '../../platform/db/database.ts'
import { acquireLock } from '../../platform/db/named-locks.ts'
import type { StatementAccountTable } from '../../platform/db/statement-tables.ts'
import { table } from '../../platform/db/table.ts'
import { conflict, invalid } from '../../platform/errors.ts'
import { newId, newPrefixedId } from '../../platform/ids.ts'
import { fieldsOf, moneyOf, withoutNulls } from '../../platform/without-nulls.ts'
import { accounts, cashOf } from '../ledger/accounts.ts'
import { sumOfPlace } from '../ledger/ledger-queries.ts'
import { postTransfers, signed } from '../ledger/post-transfers.ts'
import { totalOf } from '../list-payouts.ts'
import { listMoneyAccounts, methodsOf } from '../money-place.ts'
import { assertOpen } from '../months/month-queries.ts'
import { findBalanceInFile, nothing, type Sum, sumLines, sumOpen } from './line-queries.ts'
import { listDifferingGroups, sumFreeMovements, sumOpening } from './movement-queries.ts'

/** An account, which a transaction locks. @throws AppError 'not_found' */
export const getStatementAccount = async (db: Db, id: string) => table('statement_accounts').getLocked(db, { id })

/** The account whose statements the transaction changes: it has their lock. @throws AppError 'not_found' */
export async function lockStatements(tx: Tx, id: string): Promise<StatementAccountTable> {
  await acquireLock(tx, 'statements')
  return getStatementAccount(tx, id)
}

/** All accounts with the numbers of their lines. */
export async function listStatementAccounts({ db }: AppContext): Promise<StatementAccount[]> {
  const all: StatementAccount[] = []
  for (const row of await listMoneyAccounts(db)) all.push(await view(db, row))
  return all
}

/** Adds a money account with what it had on the morning of its first day. Returns its id. */
export async function makeStatementAccount(ctx: CallContext, staff: Actor, input: MakeAccountInput) {
  const id = newPrefixedId('SA')
  const made = { made_by: staff.id, made_at: timestamp(ctx.app.clock) }
  return inTransaction(ctx, async (tx, app) => {
    await acquireLock(tx, 'statements')
    await assertFree(tx, id, input)
    const kind = input.kind ?? (input.provider === 'paypal' ? 'paypal' : 'bank')
    const of = { id, kind, provider: kind === 'paypal' ? 'paypal' : 'hand' } as const
    const columns = columnsOf(input)
    await table('statement_accounts').insertOnce(tx, { ...of, needs_opening: 0, ...columns, ...made })
    await assertOpen(tx, [columns.opening_on])
    await postOpening(app, tx, { id, cents: columns.opening_cents, day: columns.opening_on, by: staff.id })
    await audit(app, tx, staff, 'statement.account-made', id, input.name)
    return id
  })
}

/** Changes an account; what it had on its first day only while it has no lines since, or while that is asked for. */
export async function changeStatementAccount(ctx: CallContext, staff: Actor, input: ChangeAccountInput) {
  await inTransaction(ctx, async (tx, app) => {
    const account = await lockStatements(tx, input.id)
    await assertFree(tx, account.id, input)
    const columns = columnsOf(input)
    const cents = columns.opening_cents - (await sumOpening(tx, account, columns.opening_on))
    const isMoved = cents !== 0 || columns.opening_on !== account.opening_on
    const hasLines = (await sumLines(tx, account.id, { from: account.opening_on })).count > 0
    if (isMoved) await assertOpen(tx, [account.opening_on, columns.opening_on])
    if (isMoved && hasLines && account.needs_opening === 0) throw conflict(statementMessages.hasLines)
    await table('statement_accounts').update(tx, { id: account.id }, { ...columns, needs_opening: 0 })
    if (isMoved) await postOpening(app, tx, { id: account.id, cents, day: columns.opening_on, by: staff.id })
    await audit(app, tx, staff, 'statement.account-changed', account.id, input.name)
  })
}

type Opening = { id: string; cents: number; day: string; by: string }

async function postOpening(app: AppContext, tx: Tx, { id, cents, day, by }: Opening) {
  if (day > today(app)) throw invalid('openingOn', statementMessages.firstDayToCome)
  if (cents === 0) return
  const moved = { ...signed(cashOf(id), accounts.opening, cents), key: `opening:${id}-${newId()}`, made_by: by }
  await postTransfers(app, tx, [{ kind: 'opening', ...moved }], day)
}

async function assertFree(tx: Tx, id: string, { name, methods }: Pick<MakeAccountInput, 'name' | 'methods'>) {
  const others = (await listMoneyAccounts(tx)).filter((each) => each.id !== id)
  if (others.some((each) => each.name === name)) throw conflict(statementMessages.nameTaken, { field: 'name' })
  for (const each of others)
    for (const method of methodsOf(each).filter((its) => methods.includes(its)))
      throw conflict(statementMessages.methodTaken(paymentTypeInfo[method].name, each.name), { field: 'methods' })
}

function columnsOf({ name, methods, format, usualFee, openingBalance, openingOn }: Omit<MakeAccountInput, 'provider'>) {
  return {
    name,
    methods: JSON.stringify([...new Set(methods)]),
    format: format ? JSON.stringify(format) : null,
    usual_fee_cents: usualFee === undefined ? null : roundedCents(usualFee),
    opening_cents: roundedCents(openingBalance),
    opening_on: openingOn,
  }
}

async function view(db: Db, row: StatementAccountTable): Promise<StatementAccount> {
  const { count, lastOn } = await sumLines(db, row.id)
  const { open, differs } = await sumOpen(db, row.id)
  return {
    ...fieldsOf(row, 'id', 'name', 'kind', 'provider', 'opening_on'),
    openingBalance: dollarsFromCents(await sumOpening(db, row, row.opening_on)),
    methods: methodsOf(row),
    needsOpening: row.needs_opening === 1,
    ...withoutNulls({
      ...moneyOf(row, 'usual_fee_cents'),
      format: row.format === null ? null : (JSON.parse(row.format) as StatementFormat),
      lastOn,
    }),
    counts: { open: open.count, differs: differs.count, reconciled: count - open.count - differs.count },
    balance: dollarsFromCents(await sumOfPlace(db, row.id)),
  }
}

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
  const first = from > account.opening_on ? from : account.opening_on
  const all = await sumLines(db, id, { from: first, to })
  const { open, differs: differingLines } = await sumOpen(db, id, { from: account.opening_on, to })
  const opening = await sumOpening(db, account, first)
  const books = await sumOfPlace(db, id, to)
  const { outstanding, uncovered, differing } = await sumUncovered(app, account, to, open)
  const typed = (await table('statement_balances').find(db, { account_id: id, at_end_of: to }))?.cents
  const bank = typed ?? (await findBalanceInFile(db, id, to))
  const difference = bank === undefined ? undefined : bank + outstanding.cents - uncovered.cents - books
  const differs = { count: differingLines.count, cents: differing }
  const isOpen = open.count + differs.count > 0
  const isLate = outstanding.oldest !== undefined && outstanding.oldest <= plusDays(to, -OUTSTANDING_DAYS)
  const suspense = await sumOfPlace(db, accounts.suspense, to)
  return {
    ...{ from, to, openingBalance: dollarsFromCents(opening), closingBooks: dollarsFromCents(books) },
    ...{ lines: totalOf(all), open: totalOf(open), differs: totalOf(differs) },
    outstanding: { ...totalOf(outstanding), ...(outstanding.oldest && { since: outstanding.oldest }) },
    uncovered: totalOf(uncovered),
    ...(bank !== undefined &&
      difference !== undefined && {
        closingBank: dollarsFromCents(bank),
        bankFrom: typed === undefined ? 'file' : 'typed',
        difference: dollarsFromCents(difference),
      }),
    isReconciled: difference === 0 && !isOpen && !isLate && account.needs_opening === 0,
    suspense: dollarsFromCents(suspense),
    ...(suspense !== 0 && {
      suspenseSince: (await table('account_days').list(db, { account_id: accounts.suspense }, 'day')).at(-1)?.day,
    }),
    adjustments: dollarsFromCents(await sumOfPlace(db, accounts.adjustments, to)),
  }
}

/**
 * The movements up to a day that no line up to it covers, and the lines that no movement does. An account without lines
 * is counted, not compared line by line.
 */
async function sumUncovered({ db }: AppContext, account: StatementAccountTable, day: string, open: Sum) {
  const hasLines = await table('statement_lines').find(db, { account_id: account.id })
  if (!hasLines) return { outstanding: { ...nothing, oldest: undefined }, uncovered: nothing, differing: 0 }
  const outstanding = await sumFreeMovements(db, account, day)
  const uncovered = { ...open }
  let differing = 0
  for (const group of await listDifferingGroups(db, account, day)) {
    // The rest of a movement comes with a later line; the rest of a line, or what differs, is the line's.
    const isReconciled = group.reconciled_at !== null
    const isOfMovement = group.lines === 0 || (isReconciled && group.movements > 0 && group.later_lines > 0)
    if (isOfMovement) {
      outstanding.count += 1
      outstanding.cents += group.cents
      if (!outstanding.oldest || group.oldest < outstanding.oldest) outstanding.oldest = group.oldest
    } else {
      uncovered.count += 1
      uncovered.cents -= group.cents
      if (!isReconciled) differing -= group.cents
    }
  }
  return { outstanding, uncovered, differing }
}

/** Stores what the bank had at the end of a day, for files without balances. */
export async function setBankBalance(ctx: CallContext, staff: Actor, input: BankBalanceInput) {
  await inTransaction(ctx, async (tx, app) => {
    const account = await getStatementAccount(tx, input.id)
    await assertOpen(tx, [input.on])
    if (input.on > today(app)) throw invalid('on', statementMessages.dayToCome)
    const made = { made_by: staff.id, made_at: timestamp(app.clock) }
    const row = { account_id: account.id, at_end_of: input.on, cents: roundedCents(input.balance), ...made }
    await table('statement_balances').upsert(tx, row, 'account_id', 'at_end_of')
    await audit(app, tx, staff, 'statement.balance-typed', account.id, `${input.on}: ${input.balance.toFixed(2)}`)
  })
}
