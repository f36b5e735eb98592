import { createHash } from 'node:crypto'
import type { Insertable } from 'kysely'
import { plusDays } from '#shared/business-day.ts'
import { dollarsFromCents } from '#shared/money.ts'
import { monthMessages } from '#shared/month.ts'
import { type LineState, MAX_FAULTS, NAMED_LINES, STATEMENT_MAX_CENTS, statementMessages } from '#shared/statement.ts'
import type { ImportedStatement, ImportStatementInput, StatementFormat } from '#shared/statement-schema.ts'
import { type Actor, audit } from '../../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../../context.ts'
import { timestamp } from '../../platform/clock.ts'
import { today } from '../../platform/days.ts'
import { assertStillAllowed, type Db, inTransaction } from '../../platform/db/database.ts'
import type { StatementAccountTable, StatementLineTable } from '../../platform/db/statement-tables.ts'
import { table } from '../../platform/db/table.ts'
import { encryptAnyText } from '../../platform/encryption/encrypted-text.ts'
import { conflict } from '../../platform/errors.ts'
import { idsOf, newId, newPrefixedId } from '../../platform/ids.ts'
import { assertOpen, findClosedTo } from '../months/month-queries.ts'
import { netOfAll } from './group-queries.ts'
import { continueImport, insertDays, movedCents } from './import-queries.ts'
import { inTurns } from './in-batches.ts'
import { findBalanceInFile, insertLines, listKnownKeys, listLinesIn, sumLines } from './line-queries.ts'
import {
  type EndedLine,
  findMatches,
  isSame,
  type OpenLine,
  storeMatches,
  wordsOfLines,
} from './match-automatically.ts'
import { type KeyedLine, keyedLines } from './reading/line-keys.ts'
import { isOfx, type ReadFile } from './reading/read-file.ts'
import { readStatement } from './reading/read-statement.ts'
import { removeImport, removeInterruptedImports } from './remove-imports.ts'
import { getStatementAccount, lockStatements } from './statement-accounts.ts'

/** An import that stores nothing for this long was interrupted. */
const BATCH_MS = 60_000

const zero = { count: 0, amount: 0 }
const nothing: ImportedStatement = {
  ...{ isStored: false, isRepeated: false, faults: [], moreFaults: 0, lines: 0, known: 0, added: 0 },
  ...{ matched: zero, differs: zero, open: zero, leftOut: [], canExchangeDays: false },
}

/** A file that was read, with the keyed lines since the first day of the account. */
type File = { account: StatementAccountTable; importId: string; digest: string; lines: KeyedLine[]; read: ReadFile }
type FreshLine = Omit<Insertable<StatementLineTable>, 'description_encrypted'> & OpenLine & { text: string }

/**
 * Stores the lines of a statement that no earlier file had, and matches them. A file with a fault stores nothing, the
 * same file twice does nothing. The lines are stored in batches, and are invisible until all of them are.
 * @throws AppError 'conflict' while another file of the account is imported
 */
export async function importStatement(ctx: CallContext, staff: Actor, input: ImportStatementInput) {
  const { id, csv, dryRun } = input
  await assertStillAllowed(ctx)
  const { db } = ctx.app
  const account = await getStatementAccount(db, id)
  if (account.format === null && !isOfx(csv)) throw conflict(statementMessages.noFormat)
  const format = account.format === null ? undefined : (JSON.parse(account.format) as StatementFormat)
  const read = await readStatement(csv, format, plusDays(today(ctx.app), 1))
  if (read.faults.length > 0) return faulty(read.faults)
  const all = await keyedLines(read.lines, (await findBalanceInFile(db, id, '9999-12-31')) ?? account.opening_cents)
  const lines = all.filter(({ bookedOn }) => bookedOn >= account.opening_on)
  const early = all.filter(({ bookedOn }) => bookedOn < account.opening_on)
  for (const { line } of early) read.leftOut.push({ line, reason: 'before the first day of the account' })
  const digest = createHash('sha256').update(`${account.format}\n${csv}`).digest('base64url')
  const file = { account, importId: newId(), digest, lines, read }
  return dryRun ? preview(ctx, file) : store(ctx, staff, file)
}

function faulty(faults: ReadFile['faults']): ImportedStatement {
  return { ...nothing, faults: faults.slice(0, MAX_FAULTS), moreFaults: Math.max(faults.length - MAX_FAULTS, 0) }
}

async function preview(ctx: CallContext, file: File): Promise<ImportedStatement> {
  if (await isRepeated(ctx.app.db, file)) return repeated(file)
  const { fresh, fault } = await findFresh(ctx.app.db, file)
  if (fault) return faulty([fault])
  const found = await findMatchesOf(ctx.app, file.account, fresh)
  const ended = found.flatMap((match): EndedLine[] => {
    return match.lines.map(({ id }) => ({ id, state: isSame(match) ? 'reconciled' : 'differs' }))
  })
  return resultOf(file, fresh, ended)
}

async function store(ctx: CallContext, staff: Actor, file: File): Promise<ImportedStatement> {
  const { account, importId } = file
  await removeInterruptedImports(ctx.app)
  if (!(await begin(ctx, staff, file))) return repeated(file)
  let isComplete = false
  try {
    const { fresh, fault } = await findFresh(ctx.app.db, file)
    if (fault) return faulty([fault])
    await inTurns(fresh, async (some) => {
      await storeLines(ctx, importId, some)
    })
    await inTransaction(ctx, async (tx, app) => {
      // A closing has this lock from before it reads the lines until its end.
      await lockStatements(tx, account.id)
      if (!(await continueImport(tx, importId, null))) throw conflict(statementMessages.importEnded)
      const days = fresh.map(({ booked_on }) => booked_on)
      await assertOpen(tx, days, monthMessages.noNewLine)
      await insertDays(tx, importId, fresh)
      await audit(app, tx, staff, 'statement.imported', account.id, `${fresh.length} lines`)
    })
    isComplete = true
    const found = await findMatchesOf(ctx.app, account, fresh)
    const ended = await storeMatches(ctx, staff, account, found)
    return { ...resultOf(file, fresh, ended), isStored: true }
  } finally {
    if (!isComplete) await removeImport(ctx.app, importId)
  }
}

/** Begins an import; false when the same file was imported before. */
async function begin(ctx: CallContext, staff: Actor, file: File) {
  return inTransaction(ctx, async (tx, { clock }) => {
    await lockStatements(tx, file.account.id)
    if (await isRepeated(tx, file)) return false
    const made = { made_by: staff.id, made_at: timestamp(clock), incomplete_until: timestamp(clock, BATCH_MS) }
    const row = { id: file.importId, account_id: file.account.id, digest: file.digest, ...made }
    if (!(await table('statement_imports').insertOnce(tx, row))) throw conflict(statementMessages.isImporting)
    return true
  })
}

async function isRepeated(db: Db, { account, digest }: File) {
  const same = await table('statement_imports').find(db, { account_id: account.id, digest })
  return same?.incomplete_until === null
}

/** The lines that the account does not have; a fault when one is in a closed month, or they are too much money. */
async function findFresh(db: Db, { account, importId, lines }: File) {
  const keys = lines.flatMap(({ key, formerKey }) => [key, formerKey])
  const stored = await listKnownKeys(db, account.id, keys)
  const unknown = lines.filter(({ key, formerKey }) => !stored.has(key) && !stored.has(formerKey))
  const closedTo = await findClosedTo(db)
  const closed = unknown.find(({ bookedOn }) => bookedOn <= closedTo)
  if (closed) {
    const message = monthMessages.noNewLine(closed.bookedOn)
    return { fresh: [], fault: { line: closed.line, column: '', message } }
  }
  const known = await sumLines(db, account.id)
  let number = known.newest
  const fresh = await inTurns(unknown, async (some) =>
    some.map((line) => freshLine(account.id, importId, ++number, line)),
  )
  if (known.movedCents + movedCents(fresh) <= STATEMENT_MAX_CENTS) return { fresh }
  return { fresh, fault: { line: 1, column: '', message: statementMessages.tooMuch } }
}

function freshLine(account_id: string, import_id: string, number: number, line: KeyedLine): FreshLine {
  const { key, bookedOn, amountCents, feeCents, balanceCents, reference, description } = line
  return {
    ...{ id: newPrefixedId('SL'), account_id, import_id, number, line_key: key, booked_on: bookedOn },
    ...{ amount_cents: amountCents, fee_cents: feeCents, balance_cents: balanceCents },
    ...{ reference, state: 'open', text: description },
  }
}

async function storeLines(ctx: CallContext, importId: string, lines: readonly FreshLine[]) {
  return inTransaction(ctx, async (tx, { keyring, clock }) => {
    if (!(await continueImport(tx, importId, timestamp(clock, BATCH_MS)))) throw conflict(statementMessages.importEnded)
    const rows = lines.map(({ text, ...row }) => ({
      ...row,
      description_encrypted: encryptAnyText(keyring, 'statement_lines', row.id, 'description_encrypted', text),
    }))
    await insertLines(tx, rows)
  })
}

/** What these lines pay. Other open lines could be of the same payouts; their texts were compared at their import. */
async function findMatchesOf(app: AppContext, account: StatementAccountTable, fresh: readonly FreshLine[]) {
  const added = new Set(idsOf(fresh))
  const others = (await listLinesIn(app.db, account.id, 'open')).filter(({ id }) => !added.has(id))
  return findMatches(app, account, [...fresh, ...others], await wordsOfLines(fresh, ({ text }) => text))
}

function readOf({ lines, read }: File) {
  const reasons = [...Map.groupBy(read.leftOut, ({ reason }) => reason)]
  const leftOut = reasons.map(([reason, all]) => ({
    ...{ reason, count: all.length },
    lines: all.slice(0, NAMED_LINES).map(({ line }) => line),
  }))
  return { ...nothing, lines: lines.length, leftOut, canExchangeDays: read.canExchangeDays }
}

function repeated(file: File): ImportedStatement {
  return { ...readOf(file), isRepeated: true, known: file.lines.length }
}

function resultOf(file: File, fresh: readonly FreshLine[], ended: readonly EndedLine[]): ImportedStatement {
  const states = new Map(ended.map(({ id, state }) => [id, state]))
  const total = (state: LineState) => {
    const own = fresh.filter(({ id }) => (states.get(id) ?? 'open') === state)
    return { count: own.length, amount: dollarsFromCents(netOfAll(own)) }
  }
  const [first, last] = [file.lines[0], file.lines.at(-1)]
  return {
    ...readOf(file),
    ...{ known: file.lines.length - fresh.length, added: fresh.length },
    ...{ matched: total('reconciled'), differs: total('differs'), open: total('open') },
    ...(first && last && { from: first.bookedOn, to: last.bookedOn }),
  }
}
