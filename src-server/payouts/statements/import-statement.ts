import { createHash } from 'node:crypto'
import type { Insertable } from 'kysely'
import { dollarsFromCents } from '#shared/money.ts'
import { type LineState, MAX_FAULTS, STATEMENT_MAX_CENTS, statementMessages } from '#shared/statement.ts'
import type { ImportedStatement, ImportStatementInput, StatementFormat } from '#shared/statement-schema.ts'
import { type Actor, audit } from '../../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../../context.ts'
import { timestamp } from '../../platform/clock.ts'
import { inTransaction, type Tx } from '../../platform/db/database.ts'
import type { StatementAccountTable, StatementLineTable } from '../../platform/db/statement-tables.ts'
import { table } from '../../platform/db/table.ts'
import { encryptAnyText } from '../../platform/encryption/encrypted-text.ts'
import { conflict } from '../../platform/errors.ts'
import { newId, newPrefixedId } from '../../platform/ids.ts'
import { netOf } from './booked-cents.ts'
import { findBalanceInFile, findExtent, insertLines, listKnownKeys, listLinesIn } from './line-queries.ts'
import { MATCH_MAX_LINES, matchAutomatically } from './match-automatically.ts'
import { type KeyedLine, keyedLines, readStatement } from './read-statement.ts'
import { lockStatements } from './statement-accounts.ts'

/** Ends the transaction of a dry run, which is rolled back with everything that it has stored. */
class DryRun extends Error {
  readonly result: ImportedStatement
  constructor(result: ImportedStatement) {
    super('A dry run stores nothing.')
    this.result = result
  }
}

/**
 * Stores the lines of a statement that no earlier file had, and matches the open lines of the account. A file with a
 * fault stores nothing, the same file twice does nothing.
 */
export async function importStatement(
  ctx: CallContext,
  staff: Actor,
  { id, csv, dryRun }: ImportStatementInput,
): Promise<ImportedStatement> {
  try {
    return await inTransaction(ctx, async (tx, app) => {
      const account = await lockStatements(tx, id)
      if (account.format === null) throw conflict(statementMessages.noFormat)
      const result = await store(app, tx, staff, account, csv)
      if (dryRun && result.isStored) throw new DryRun({ ...result, isStored: false })
      return result
    })
  } catch (error) {
    if (error instanceof DryRun) return error.result
    throw error
  }
}

const zero = { count: 0, amount: 0 }
const nothing: ImportedStatement = {
  ...{ isStored: false, isRepeated: false, faults: [], moreFaults: 0, lines: 0, known: 0, added: 0 },
  ...{ matched: zero, differs: zero, open: zero },
}

async function store(
  app: AppContext,
  tx: Tx,
  staff: Actor,
  account: StatementAccountTable,
  csv: string,
): Promise<ImportedStatement> {
  const format = JSON.parse(account.format ?? '{}') as StatementFormat
  const { lines, faults } = await readStatement(csv, format)
  const early = lines.filter(({ bookedOn }) => bookedOn < account.opening_on)
  if (faults.length > 0)
    return { ...nothing, faults: faults.slice(0, MAX_FAULTS), moreFaults: Math.max(faults.length - MAX_FAULTS, 0) }
  const start = (await findBalanceInFile(tx, account.id, '9999-12-31')) ?? account.opening_cents
  const keyed = keyedLines(lines, start).filter(({ bookedOn }) => bookedOn >= account.opening_on)
  const keys = keyed.map(({ key }) => key)
  const known = await listKnownKeys(tx, account.id, keys)
  const fresh = keyed.filter(({ key }) => !known.has(key))
  const { newest, movedCents } = await findExtent(tx, account.id)
  const more = fresh.reduce((cents, { amountCents, feeCents }) => cents + Math.abs(amountCents) + Math.abs(feeCents), 0)
  if (movedCents + more > STATEMENT_MAX_CENTS) {
    const column = format.amount ?? format.debit ?? ''
    return { ...nothing, faults: [{ line: 1, column, message: statementMessages.tooMuch }] }
  }
  const made = { made_by: staff.id, made_at: timestamp(app.clock) }
  const digest = createHash('sha256').update(csv).digest('base64url')
  const importId = newId()
  if (!(await table('statement_imports').insertOnce(tx, { id: importId, account_id: account.id, digest, ...made })))
    return { ...nothing, isRepeated: true, lines: lines.length, known: lines.length }
  const rows = fresh.map((line, at) => rowOf(app, account.id, importId, newest + 1 + at, line))
  await insertLines(tx, rows)
  const open = await listLinesIn(tx, account.id, 'open', MATCH_MAX_LINES)
  const ended = await matchAutomatically(app, tx, account, open, staff.id)
  const added = new Set(rows.map(({ id }) => id))
  const own = ended.filter(({ id }) => added.has(id))
  const total = (state: LineState) => sumOf(own.filter((line) => line.state === state))
  const result = {
    ...nothing,
    ...{ isStored: true, lines: lines.length, known: known.size + early.length, added: rows.length },
    ...{ matched: total('reconciled'), differs: total('differs'), open: total('open') },
    ...(keyed[0] && { from: keyed[0].bookedOn, to: keyed.at(-1)?.bookedOn ?? '' }),
  }
  const detail = `${rows.length} lines, ${result.matched.count} matched`
  await audit(app, tx, staff, 'statement.imported', account.id, detail)
  return result
}

function rowOf(
  { keyring }: AppContext,
  account_id: string,
  import_id: string,
  number: number,
  { key, bookedOn, amountCents, feeCents, balanceCents, reference, description }: KeyedLine,
): Insertable<StatementLineTable> {
  const id = newPrefixedId('SL')
  return {
    ...{ id, account_id, import_id, number, line_key: key, booked_on: bookedOn, reference, state: 'open' },
    ...{ amount_cents: amountCents, fee_cents: feeCents, balance_cents: balanceCents },
    description_encrypted: encryptAnyText(keyring, 'statement_lines', id, 'description_encrypted', description),
  }
}

function sumOf(lines: readonly StatementLineTable[]) {
  return { count: lines.length, amount: dollarsFromCents(lines.reduce((cents, line) => cents + netOf(line), 0)) }
}
