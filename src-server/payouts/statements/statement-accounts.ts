import { roundedCents } from '#shared/money.ts'
import { paymentTypeInfo } from '#shared/payment-method.ts'
import type { PaymentType } from '#shared/payment-type.ts'
import { type LineState, statementMessages } from '#shared/statement.ts'
import type {
  ChangeAccountInput,
  MakeAccountInput,
  StatementAccount,
  StatementFormat,
} from '#shared/statement-schema.ts'
import { type Actor, audit } from '../../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../../context.ts'
import { timestamp } from '../../platform/clock.ts'
import { type Db, inTransaction, type Tx } from '../../platform/db/database.ts'
import { acquireLock } from '../../platform/db/named-locks.ts'
import type { StatementAccountTable } from '../../platform/db/statement-tables.ts'
import { table } from '../../platform/db/table.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import { newPrefixedId } from '../../platform/ids.ts'
import { fieldsOf, moneyOf, withoutNulls } from '../../platform/without-nulls.ts'
import { countLines, type LineCount } from './line-queries.ts'

/** An account, which a transaction locks. @throws AppError 'not_found' */
export async function getStatementAccount(db: Db, id: string): Promise<StatementAccountTable> {
  const account = await table('statement_accounts').findLocked(db, { id })
  if (!account) throw notFound()
  return account
}

/** The account whose statements the transaction changes: it has their lock. @throws AppError 'not_found' */
export async function lockStatements(tx: Tx, id: string): Promise<StatementAccountTable> {
  await acquireLock(tx, 'statements')
  return getStatementAccount(tx, id)
}

/** All accounts with the numbers of their lines. */
export async function listStatementAccounts({ db }: AppContext): Promise<StatementAccount[]> {
  const counts = await countLines(db)
  return (await table('statement_accounts').list(db, {}, 'made_at', 'id')).map((row) => view(row, counts))
}

/** Adds an account whose statements are to be imported. Returns its id. */
export async function makeStatementAccount(ctx: CallContext, staff: Actor, input: MakeAccountInput): Promise<string> {
  const id = newPrefixedId('SA')
  const made = { made_by: staff.id, made_at: timestamp(ctx.app.clock) }
  return inTransaction(ctx, async (tx, app) => {
    await acquireLock(tx, 'statements')
    await assertFree(tx, id, input)
    await table('statement_accounts').insertOnce(tx, { id, provider: input.provider, ...columnsOf(input), ...made })
    await audit(app, tx, staff, 'statement.account-made', id, input.name)
    return id
  })
}

/** Changes the name, the methods, the columns and, while it has no lines, the opening balance of an account. */
export async function changeStatementAccount(ctx: CallContext, staff: Actor, input: ChangeAccountInput): Promise<void> {
  await inTransaction(ctx, async (tx, app) => {
    const account = await lockStatements(tx, input.id)
    await assertFree(tx, account.id, input)
    const columns = columnsOf(input)
    const isMoved = columns.opening_cents !== account.opening_cents || columns.opening_on !== account.opening_on
    const hasLines = (await countLines(tx)).some(({ account_id }) => account_id === account.id)
    if (isMoved && hasLines) throw conflict(statementMessages.hasLines)
    await table('statement_accounts').update(tx, { id: account.id }, columns)
    await audit(app, tx, staff, 'statement.account-changed', account.id, input.name)
  })
}

async function assertFree(tx: Tx, id: string, { name, methods }: Pick<MakeAccountInput, 'name' | 'methods'>) {
  const others = (await table('statement_accounts').list(tx, {}, 'made_at', 'id')).filter((each) => each.id !== id)
  if (others.some((each) => each.name === name)) throw conflict(statementMessages.nameTaken, { field: 'name' })
  for (const each of others) {
    const taken = methodsOf(each).find((method) => methods.includes(method))
    if (taken)
      throw conflict(statementMessages.methodTaken(paymentTypeInfo[taken].name, each.name), {
        field: 'methods',
      })
  }
}

export const methodsOf = ({ methods }: Pick<StatementAccountTable, 'methods'>) => JSON.parse(methods) as PaymentType[]

function columnsOf({ name, methods, format, openingBalance, openingOn }: Omit<MakeAccountInput, 'provider'>) {
  return {
    name,
    methods: JSON.stringify([...new Set(methods)]),
    format: format ? JSON.stringify(format) : null,
    opening_cents: roundedCents(openingBalance),
    opening_on: openingOn,
  }
}

function view(row: StatementAccountTable, counts: readonly LineCount[]): StatementAccount {
  const own = counts.filter(({ account_id }) => account_id === row.id)
  const count = (state: LineState) => own.find((each) => each.state === state)?.count ?? 0
  const lastOn = own
    .map(({ last_on }) => last_on)
    .sort()
    .at(-1)
  return {
    ...fieldsOf(row, 'id', 'name', 'provider', 'opening_on'),
    ...moneyOf(row, 'opening_cents as openingBalance'),
    methods: methodsOf(row),
    ...withoutNulls({ format: row.format === null ? null : (JSON.parse(row.format) as StatementFormat), lastOn }),
    counts: { open: count('open'), differs: count('differs'), reconciled: count('reconciled') },
  }
}
