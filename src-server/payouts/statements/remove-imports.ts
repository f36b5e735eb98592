import { monthMessages } from '#shared/month.ts'
import { LISTED_IMPORTS, statementMessages } from '#shared/statement.ts'
import type { StatementImport } from '#shared/statement-schema.ts'
import { type Actor, type AuditActor, audit, operator } from '../../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../../context.ts'
import { nextTurn, timestamp } from '../../platform/clock.ts'
import { inTransaction, withoutAuthorization } from '../../platform/db/database.ts'
import { isPostgres } from '../../platform/db/dialect/dialect.ts'
import { acquireLock } from '../../platform/db/named-locks.ts'
import { table } from '../../platform/db/table.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import { fieldsOf, withoutNulls } from '../../platform/without-nulls.ts'
import { assertOpen } from '../months/month-queries.ts'
import { reverseFeesOfLines } from './fee-of-line.ts'
import { ENDED, forgetFiles, isInUse, listImports, listIncomplete, removeSomeLines } from './import-queries.ts'
import { getStatementAccount } from './statement-accounts.ts'

/** The newest imports of an account. */
export async function listStatementImports({ db }: AppContext, { id }: { id: string }): Promise<StatementImport[]> {
  await getStatementAccount(db, id)
  return (await listImports(db, id, LISTED_IMPORTS)).map((row) => ({
    ...fieldsOf(row, 'id', 'made_at', 'lines', 'used'),
    madeBy: fieldsOf(row, 'made_by as id', 'made_by_name as name'),
    ...withoutNulls(fieldsOf(row, 'from', 'to')),
  }))
}

/**
 * Removes an import with all of its lines and their automatic matches. Fees that it booked are reversed today.
 * @throws AppError 'conflict' when a line was matched by hand or is in an adjusting entry or a closed month, or while a
 * file is imported
 */
export async function takeBackImport(ctx: CallContext, staff: Actor, { id }: { id: string }) {
  await removeInterruptedImports(ctx.app)
  const accountId = await inTransaction(ctx, async (tx, app) => {
    await acquireLock(tx, 'statements')
    const found = await table('statement_imports').findLocked(tx, { id })
    if (!found || found.incomplete_until !== null) throw notFound()
    if ((await listIncomplete(tx, { accountId: found.account_id })).length > 0)
      throw conflict(statementMessages.isImporting)
    if (await isInUse(tx, id)) throw conflict(statementMessages.importInUse)
    const own = await table('statement_import_days').list(tx, { import_id: id })
    const days = own.map(({ day }) => day)
    await assertOpen(tx, days, monthMessages.keepsImport)
    await forgetFiles(tx, found.account_id)
    // Its lines are invisible from now on, and a start removes what is left of them.
    await table('statement_imports').update(tx, { id }, { incomplete_until: ENDED })
    await audit(app, tx, staff, 'statement.import-taken-back', found.account_id, `import of ${found.made_at}`)
    return found.account_id
  })
  await removeImport(ctx.app, id, staff)
  return accountId
}

/** Removes an incomplete import with its lines, which no query shows. Does nothing when it is complete. */
export async function removeImport(app: AppContext, id: string, by: AuditActor = operator) {
  const removeSome = () =>
    inTransaction(withoutAuthorization(app), async (tx, { clock }) => {
      await acquireLock(tx, 'statements')
      const found = await table('statement_imports').findLocked(tx, { id })
      if (!found || found.incomplete_until === null) return false
      if (found.incomplete_until !== ENDED)
        return table('statement_imports').update(tx, { id }, { incomplete_until: ENDED })
      const some = { importId: id, at: timestamp(clock) }
      if (await removeSomeLines(tx, some, (lines) => reverseFeesOfLines(app, tx, lines, by))) return true
      await table('statement_import_days').remove(tx, { import_id: id })
      await table('statement_imports').remove(tx, { id })
      return false
    })
  while (await removeSome()) await nextTurn()
}

/**
 * Removes imports that were interrupted: those that have stored nothing for a minute. A start on SQLite removes all
 * (`isStart`), because no other node can be importing.
 */
export async function removeInterruptedImports(app: AppContext, isStart = false) {
  const endedBefore = isStart && !isPostgres(app.db) ? undefined : timestamp(app.clock)
  for (const { id } of await listIncomplete(app.db, { endedBefore })) await removeImport(app, id)
}
