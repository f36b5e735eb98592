import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { expect, test } from 'vitest'
import { migrations } from '#migrations/index.ts'
import { postgresMigrations } from '#migrations/postgres/index.ts'
import { openDatabase, type ServerDb } from './database.ts'
import { migrate } from './migrate.ts'

/** A digest of the code of each migration, without its comments. */
const digests = {
  '0001-accounts': '8c97d99f8d6e',
  '0002-submissions': '950638b9be08',
  '0003-trust': 'e7844aa3ff40',
  '0004-mail': 'd0712d552fca',
  '0005-recovery': 'b2d1da076aec',
  '0006-chat': '6590248a383f',
  '0007-staff-roles': '45253b89108c',
  '0008-review': 'f38b9809fb52',
  '0009-search': '8985fa6bb19d',
  '0010-visits': '4b5262d36deb',
  '0011-desk': '6674ef35b1bf',
  '0012-people': '5b941400f58b',
  '0013-staff-factor': '67769f267345',
  '0014-audit-chain': '88172b6f51d9',
  '0015-api-tokens': 'ef59d107cf2d',
  '0016-limits': '0b26e18899dd',
  '0017-renditions': '1428c4ec0284',
  '0018-keys-and-purges': '7cb20ce469e1',
  '0019-fingerprints': '7c828a37e585',
  '0020-repair-schema': 'e3e58648ca44',
  '0021-payment-method-use': 'b1818c26f5ee',
  '0022-queue-order': '48b97bb5dc2d',
  '0023-events': '1b84353e6caf',
  '0024-named-locks': '16a7df17923c',
  '0025-job-leases': 'b65802b68bf6',
  '0026-catalogue': '81453e19cfe4',
  '0027-policies': '6ca486563df2',
  '0028-money': '91b31461323c',
  '0029-paypal-payouts': '1ac0c76d82de',
  '0030-payout-log': '2878e74d143a',
  '0031-duties': 'ec6c10d79bba',
  '0040-payout-holds': '483215fddd59',
  '0041-disabled-holds': '5b7f8c60fed4',
  '0042-log-sequence': '8f4a9d681edc',
  '0043-returned-by': '359b32990702',
  '0044-payout-search': '0277d35b8211',
  '0045-queue-status': 'c850a1c02ff7',
  'postgres/0009-search': '0f3837399932',
  'postgres/0014-audit-chain': 'ce63d618071b',
  'postgres/0018-keys-and-purges': '6e0f749ae3fe',
  'postgres/0027-policies': '2f9210df0ad8',
  'postgres/0028-money': '4d104570ea77',
  'postgres/0042-log-sequence': 'd93d26671f69',
  'postgres/0044-payout-search': '9d6a18442f7c',
  'postgres/0045-queue-status': '518b0653ad02',
}

function digestOf(name: string): string {
  const text = readFileSync(new URL(`../../migrations/${name}.ts`, import.meta.url), 'utf8')
  const code = text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '').replace(/\s+/g, ' ')
  return createHash('sha256').update(code).digest('hex').slice(0, 12)
}

/** What 0008, 0009 and 0014 created before they were edited. */
const schemaBeforeEdits = [
  'drop index submissions_payout_newest',
  'create index "submissions_payout_newest" on "submissions" ("payout_fingerprint", "created_at")',
  'drop index submissions_erase_code',
  'create index "submissions_erase_code" on "submissions" ("erase_code_at")',
  'drop index audit_log_at',
  'create index "audit_log_at" on "audit_log" ("at")',
  'drop index audit_log_photos',
  'drop trigger submissions_deleted',
  `create trigger submissions_deleted after delete on submissions begin
    insert into submission_counts (status, month, count) values (old.status, substr(old.created_at, 1, 7), -1)
      on conflict (status, month) do update set count = count + -1;
    insert into submission_search (submission_search, rowid, email, card_type, id)
      select 'delete', number, old.email, old.card_type, old.id from submission_numbers where submission_id = old.id;
    delete from submission_numbers where submission_id = old.id;
  end`,
]

async function schemaOf(db: ServerDb): Promise<unknown> {
  const { rows } = await sql`select type, name, sql from sqlite_schema order by type, name`.execute(db)
  return rows
}

test('a landed migration never changes: a change is a migration of its own, added to the digests', () => {
  const ofPostgres = Object.keys(postgresMigrations).filter((name) => postgresMigrations[name] !== migrations[name])
  // PostgreSQL has nothing to repair, so 0020 has no file there.
  const files = ofPostgres.filter((name) => name !== '0020-repair-schema').map((name) => `postgres/${name}`)
  const names = [...Object.keys(migrations), ...files]
  expect(Object.fromEntries(names.map((name) => [name, digestOf(name)]))).toEqual(digests)
})

test('a database migrated before migrations were edited gets the schema of a fresh one', async () => {
  await using db = openDatabase(':memory:')
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  await migrator.migrateTo('0019-fingerprints')
  for (const statement of schemaBeforeEdits) await sql.raw(statement).execute(db)
  await sql`insert into submission_counts values ('pending', '2026-11', 0), ('pending', '2026-10', 3)`.execute(db)
  await migrator.migrateTo('0020-repair-schema')
  const { rows } = await sql`select month, count from submission_counts`.execute(db)
  expect(rows).toEqual([{ month: '2026-10', count: 3 }])
  await migrate(db)

  await using fresh = openDatabase(':memory:')
  await migrate(fresh)
  expect(await schemaOf(db)).toEqual(await schemaOf(fresh))
})
