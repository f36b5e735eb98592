import path from 'node:path'
import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { migrations } from '#migrations/index.ts'
import { systemClock } from '../../platform/clock.ts'
import { openDatabase } from '../../platform/db/database.ts'
import { openKeyring } from '../../platform/encryption/open-keyring.ts'
import { makeFolder } from '../../platform/storage/make-folder.ts'

/** The first migration after the schema of version 1.0.0. */
export const FIRST_MISSING = '0012-payout-files'

/** Makes a data folder as version 1.0.0 left it, with a customer. */
export async function makeOlderData(dataDir: string, { hasPeople = true } = {}): Promise<void> {
  makeFolder(dataDir)
  await using db = openDatabase(path.join(dataDir, 'exchange.sqlite'))
  const older = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < FIRST_MISSING))
  await new Migrator({ db, provider: { getMigrations: async () => older } }).migrateToLatest()
  await openKeyring(db, systemClock, { dataKeys: undefined, keyFile: path.join(dataDir, 'data-keys') })
  if (!hasPeople) return
  await sql`insert into users (id, role, name, email, phone, address, password_hash, created_at, search_text)
    values ('dana', 'customer', 'Dana', 'dana@mail.example', '', '', '', '', '')`.execute(db)
}
