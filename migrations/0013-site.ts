import type { Kysely } from 'kysely'
import { appendOnly, execute, executeOfEngine } from './statements.ts'

/**
 * What owners say about the site, with every former version; without a row the site has the defaults in code. And what
 * they have confirmed or dismissed of the steps of opening it.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await execute(db, tables)
  await executeOfEngine(db, appendOnly({ table: 'site_versions', message: 'Versions of the site are append-only.' }))
}

const tables = [
  `create table site_versions (
    version integer not null primary key,
    body text not null,
    note text not null,
    made_by text not null references users (id),
    made_at text not null)`,
  `create table setup_marks (
    mark text not null primary key,
    made_by text references users (id),
    made_at text not null)`,
  `insert into named_locks (name) values ('site')`,
]
