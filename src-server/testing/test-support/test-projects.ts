import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Which test files of the server are in which projects of `vitest-projects.ts`. */

const server = path.join(import.meta.dirname, '../..')
const textOf = (file: string) => readFileSync(path.join(server, file), 'utf8')
const testFiles = readdirSync(server, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll(path.sep, '/'))
  .filter((file) => file.endsWith('.test.ts') && !file.endsWith('.system.test.ts'))
const processTests = testFiles.filter((file) => file.endsWith('.process.test.ts'))
const databaseTests = testFiles.filter((file) => file.endsWith('.postgres.test.ts'))
const unitTests = testFiles.filter((file) => !processTests.includes(file) && !databaseTests.includes(file))
const fromRoot = (file: string) => `src-server/${file}`

const startsEngine = /from '[./\w-]*\/(redis|s3|postgres)-server\.ts'/
/** These fill a limit of time, memory, connections or load, or start programs of their own. */
const filling = [
  'platform/file-inspection/image-transcoder.test.ts',
  'platform/file-inspection/worker-pool.test.ts',
  'web/http/load-shedding.test.ts',
  'web/http/server-limits.test.ts',
  'web/http/slow-readers.test.ts',
  'operator/operations/read-backup.test.ts',
  'payouts/bean-check.test.ts',
  'web/rest/multipart/received-files.test.ts',
  'testing/test-support/engines.test.ts',
  'web/websocket/socket-limits.test.ts',
]
/**
 * These take five seconds and more: they try every file, body or call of a kind, fill rate limits, make backups, store
 * a month of orders, or simulate months of business.
 */
const slow = [
  'files/accepted-files.test.ts',
  'files/drawn-whole.test.ts',
  'operator/operations/clear-all-data-backup.test.ts',
  'operator/operations/clock-jump-flows.test.ts',
  'operator/operations/replay-payouts.test.ts',
  'operator/operations/restore-set-off.test.ts',
  'operator/seed/seed-database.test.ts',
  'testing/simulation/many-months.test.ts',
  'testing/test-support/regex-growth.test.ts',
  'tracking/service-figures.test.ts',
  'web/auth/success-limits.test.ts',
  'web/rest/bad-input.test.ts',
  'web/rest/openapi.test.ts',
]

/**
 * The unit tests that start Redis or an S3 server, fill real limits or are slow. The project `unit` has the others.
 * @throws when a listed file does not exist
 */
export function testsOfLimits(): string[] {
  const listed = [...filling, ...slow]
  for (const file of listed) if (!unitTests.includes(file)) throw new Error(`There is no unit test ${file}.`)
  return unitTests.filter((file) => listed.includes(file) || startsEngine.test(textOf(file))).map(fromRoot)
}

const withDatabase =
  /createTestApp|app-test|openTestDatabase|openEmptyDatabase|createWorld|withWorld|openJournalSite|openPayPalSite|openInventorySite|aShop|upgradeFormerSite/
/** These test files of SQLite itself, its file or its backup run on SQLite only. */
const ofSqlite =
  /sqliteOf|sqlite_schema|pragma|openDatabase\(|DATABASE_URL|better-sqlite3|planSteps\(|makeBackup|drop trigger/
const importsSql = /from '([./\w-]*\/(db\/[\w-]+|[\w-]+-queries|database)\.ts|kysely)'/

/** A test is of the module of its name; without one, of its folder, which has SQL if it has queries. */
function isOfSql(file: string): boolean {
  const module = file.replace(/\.test\.ts$/, '.ts')
  if (importsSql.test(textOf(file))) return true
  if (existsSync(path.join(server, module))) return importsSql.test(textOf(module))
  return readdirSync(path.join(server, path.dirname(file))).some((each) => each.endsWith('-queries.ts'))
}

/**
 * The unit tests that open a database, whose subject is SQL (`isOfSql`) and not SQLite; `*.postgres.test.ts` run on
 * PostgreSQL only. The others would test the same code on the same answers.
 */
export function testsOnPostgres(): string[] {
  const either = unitTests.filter((file) => {
    const text = textOf(file)
    return withDatabase.test(text) && !ofSqlite.test(text) && isOfSql(file)
  })
  return [...databaseTests, ...either].map(fromRoot)
}

const startsEngines = /from '\.\/(cluster|engines|postgres-server)\.ts'/
/** These build or pack the site again, kill the server repeatedly, run every benchmark, or wait for real seconds. */
const long = [
  'catalogue/publish.process.test.ts',
  'testing/test-support/bench.process.test.ts',
  'testing/test-support/draining.process.test.ts',
  'testing/test-support/engine-restore.process.test.ts',
  'testing/test-support/lifecycle.process.test.ts',
  'testing/test-support/operations.process.test.ts',
  'testing/test-support/packages.process.test.ts',
  'testing/test-support/readme.process.test.ts',
  'testing/test-support/release.process.test.ts',
]

/** The process tests that take too long to run after every change: with engines of their own, or `long`. */
export function longProcessTests(): string[] {
  return processTests.filter((file) => long.includes(file) || startsEngines.test(textOf(file))).map(fromRoot)
}

/** These process tests are of SQLite, its file, its backup or the data folder, or start no server. */
const ofOneMachine = /DATABASE_URL|better-sqlite3|BACKUP_DIR|'backup'|'restore'|data-keys/

/** The process tests that run on a cluster too. */
export function testsOnCluster(): string[] {
  return processTests
    .filter((file) => textOf(file).includes('startServerProcess(') && !ofOneMachine.test(textOf(file)))
    .map(fromRoot)
}
