import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** Executes these statements in their order. */
export async function execute(db: Kysely<never>, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** Executes the statements of the engine of this database. */
export async function executeOfEngine(
  db: Kysely<never>,
  { sqlite, postgres }: { sqlite: readonly string[]; postgres: readonly string[] },
): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  await execute(db, isPostgres ? postgres : sqlite)
}

type AppendOnly = { table: string; message: string; updatesWhen?: string }

/**
 * Triggers that reject every delete and update of the rows of a table, with this message. `updatesWhen` limits the
 * rejected updates to those of rows that meet the condition.
 */
export function appendOnly({ table, message, updatesWhen = 'true' }: AppendOnly) {
  const reject = `begin select raise(abort, '${message}'); end`
  return {
    sqlite: [
      `create trigger ${table}_no_update before update on ${table} when ${updatesWhen} ${reject}`,
      `create trigger ${table}_no_delete before delete on ${table} ${reject}`,
    ],
    postgres: [
      `create function ${table}_is_append_only() returns trigger language plpgsql as
        $$ begin raise exception '${message}'; end $$`,
      `create trigger ${table}_no_update before update on ${table} for each row when (${updatesWhen})
        execute function ${table}_is_append_only()`,
      `create trigger ${table}_no_delete before delete on ${table} for each row
        execute function ${table}_is_append_only()`,
      `create trigger ${table}_no_truncate before truncate on ${table} for each statement
        execute function ${table}_is_append_only()`,
    ],
  }
}
