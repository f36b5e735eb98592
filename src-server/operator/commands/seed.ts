import { ensureOwner } from '../../accounts/first-owner.ts'
import { createContext } from '../../context.ts'
import { prepareProcess, readConfig } from '../../platform/config/config.ts'
import { backUpBeforeMigration } from '../operations/backup.ts'
import { createSeedClock, SEED_MS, seedDatabase } from '../seed/seed-database.ts'
import { print, runCommand } from './run-command.ts'

/** `npm run db:seed`: fills an empty database with realistic data and prints the sign-in data. */
runCommand(async () => {
  prepareProcess()
  const clock = createSeedClock(SEED_MS)
  await using app = await createContext(readConfig(), { clock, copyBeforeMigration: backUpBeforeMigration })
  // Before the first start there is no owner.
  await ensureOwner(app)
  const { customers, submissions, password } = await seedDatabase(app, clock)
  print(
    `${submissions} submissions of ${customers.length} customers. Sign in as ${customers[0]}, password: ${password}`,
  )
})
