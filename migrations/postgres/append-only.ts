import { type Kysely, sql } from 'kysely'

/** Rejects every update (when `condition` is true), delete and truncation of the rows of `table`. */
export async function makeAppendOnly(
  db: Kysely<never>,
  { table, message, condition = 'true' }: { table: string; message: string; condition?: string },
): Promise<void> {
  const statements = [
    `create function ${table}_is_append_only() returns trigger language plpgsql as
      $$ begin raise exception '${message}'; end $$`,
    `create trigger ${table}_no_update before update on ${table} for each row when (${condition})
      execute function ${table}_is_append_only()`,
    `create trigger ${table}_no_delete before delete on ${table} for each row
      execute function ${table}_is_append_only()`,
    `create trigger ${table}_no_truncate before truncate on ${table} for each statement
      execute function ${table}_is_append_only()`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
