import { existsSync } from 'node:fs'
import path from 'node:path'
import { loadEnvFile, readConfig } from './config.ts'
import { createContext } from './context.ts'
import { makeBackup } from './maintenance/backup.ts'

/** `npm run backup -- folder`: puts a backup into a folder (DATA_DIR/backups unless said), while the site runs. */
async function main(): Promise<void> {
  loadEnvFile()
  const config = readConfig()
  if (!existsSync(config.databaseFile)) throw new Error(`There is no database ${config.databaseFile} to back up.`)
  const [into] = process.argv.slice(2)
  await using ctx = await createContext(config)
  const { folder, rows } = await makeBackup(ctx, { parent: into && path.resolve(into), isAlone: true })
  process.stdout.write(
    `${folder}\n${rows.users} accounts, ${rows.submissions} submissions, ${rows.files} files, read back and whole.\n` +
      'The data keys are not in it: keep DATA_KEYS or the file data-keys apart, or nobody can read it.\n',
  )
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
