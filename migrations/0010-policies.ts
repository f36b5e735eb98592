import type { Kysely } from 'kysely'
import { appendOnly, execute, executeOfEngine } from './statements.ts'

/** The rules that owners change, with every former version. A policy without a row has the defaults in code. */
export async function up(db: Kysely<never>): Promise<void> {
  await execute(db, tables)
  await executeOfEngine(db, appendOnly({ table: 'policies', message: 'Versions of policies are append-only.' }))
}

const tables = [
  `create table policies (
    name text not null,
    version integer not null,
    body text not null,
    made_by text not null references users (id),
    made_at text not null,
    constraint policies_key primary key (name, version))`,
]
