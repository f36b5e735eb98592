import path from 'node:path'
import { systemClock } from '../../platform/clock.ts'
import { openDatabase } from '../../platform/db/database.ts'
import { openKeyring } from '../../platform/encryption/open-keyring.ts'
import { makeFolder } from '../../platform/storage/make-folder.ts'
import { insertRow, migrate } from './migrate-to.ts'

/** The first migration after the schema of version 1.0.0. */
export const FIRST_MISSING = '0012-payout-files'

/** Makes a data folder as version 1.0.0 left it, with a customer. */
export async function makeOlderData(dataDir: string, { hasPeople = true } = {}): Promise<void> {
  makeFolder(dataDir)
  await using db = openDatabase(path.join(dataDir, 'exchange.sqlite'))
  await migrate(db, (name) => name < FIRST_MISSING)
  await openKeyring(db, systemClock, { dataKeys: undefined, keyFile: path.join(dataDir, 'data-keys') })
  if (hasPeople) await insertRow(db, 'users', { id: 'dana', role: 'customer', email: 'dana@mail.example' })
}
