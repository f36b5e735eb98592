import type { Kysely } from 'kysely'
import { execute } from './statements.ts'

/** The lines of a file are stored in batches. They are invisible while their import has a time until which it runs. */
export async function up(db: Kysely<never>): Promise<void> {
  await execute(db, [
    `alter table statement_imports add column incomplete_until text`,
    `create unique index statement_imports_incomplete on statement_imports (account_id) where incomplete_until is not null`,
    `create index statement_lines_import on statement_lines (import_id)`,
  ])
}
