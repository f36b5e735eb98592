import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const server = path.join(import.meta.dirname, '..')

const withDatabase = /createTestApp|openTestDatabase|createWorld|withWorld|openJournalSite|openPayPalSite/
/** These test files of SQLite itself, its file or its backup run on SQLite only. */
const ofSqlite =
  /sqliteOf|sqlite_schema|pragma|openDatabase\(|DATABASE_URL|better-sqlite3|planSteps\(|makeBackup|drop trigger/

/** The unit tests that open a database and do not depend on SQLite; `*.postgres.test.ts` run on PostgreSQL only. */
export function testsOnPostgres(): string[] {
  const files = readdirSync(server, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts') && !/\.(process|system)\.test\.ts$/.test(file))
    .filter((file) => {
      const text = readFileSync(path.join(server, file), 'utf8')
      if (file.endsWith('.postgres.test.ts')) return true
      return withDatabase.test(text) && !ofSqlite.test(text)
    })
  return files.map((file) => `src-server/${file.replaceAll(path.sep, '/')}`)
}

/** These process tests are of SQLite, its file, its backup or the data folder, or start no server. */
const ofOneMachine = /DATABASE_URL|better-sqlite3|BACKUP_DIR|'backup'|'restore'|data-keys/

/** The process tests that run on a cluster too. */
export function testsOnCluster(): string[] {
  const files = readdirSync(server, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.process.test.ts'))
    .filter((file) => {
      const text = readFileSync(path.join(server, file), 'utf8')
      return text.includes('startServerProcess(') && !ofOneMachine.test(text)
    })
  return files.map((file) => `src-server/${file.replaceAll(path.sep, '/')}`)
}
