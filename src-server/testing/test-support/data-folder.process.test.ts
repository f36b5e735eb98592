import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import SQLite from 'better-sqlite3'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from '../../platform/db/database.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { runCommand } from './command-run.ts'
import { type StartupError, startServerProcess } from './server-process.ts'
import { tempFolder } from './temp-folder.ts'

/** How the built server and commands treat an existing data folder. */

const rejection = (dataDir: string, env: NodeJS.ProcessEnv = {}) =>
  startServerProcess(dataDir, env).then(
    () => undefined,
    (error: StartupError) => error,
  )

test('allows one server per DATA_DIR, commands but no restore beside it, and releases the lock when it is killed', async () => {
  using data = tempFolder()
  using backups = tempFolder()
  const first = await startServerProcess(data.path)
  const inUse = `Another server runs on ${data.path}, or a restore into it, or a move of it. Stop that one`
  expect(await rejection(data.path)).toMatchObject({ exitCode: 78, message: expect.stringContaining(inUse) })

  expect(await runCommand('backup', data.path, [backups.path])).toMatchObject({ code: 0 })
  expect(await runCommand('audit-log', data.path, ['verify'])).toMatchObject({ code: 0 })
  const [backup = ''] = readdirSync(backups.path).filter((name) => name.endsWith('.gcebackup'))
  const restore = [path.join(backups.path, backup), '--keys', path.join(data.path, 'data-keys')]
  expect(await runCommand('restore', data.path, restore)).toMatchObject({
    code: 78,
    output: expect.stringContaining(inUse),
  })
  expect((await fetch(`${first.url}/api/ready`)).status).toBe(200)

  await first.end('SIGKILL')
  const second = await startServerProcess(data.path)
  expect(await second.end('SIGTERM')).toBe(0)
})

test('the server and commands reject a database from before 1.0.0 in words, and the server leaves it as it is', async () => {
  using data = tempFolder()
  using backups = tempFolder()
  const file = path.join(data.path, 'exchange.sqlite')
  const sqlite = new SQLite(file)
  sqlite.exec(`create table kysely_migration (name text primary key, timestamp text not null);
    insert into kysely_migration values ('0001-accounts', ''), ('0003-trust', '');
    create table users (id text primary key); insert into users values ('dana')`)
  sqlite.close()
  const before = readFileSync(file)
  const message = expect.stringContaining('The database is from before version 1.0.0')
  expect(await rejection(data.path)).toMatchObject({ exitCode: 78, message })
  expect(readFileSync(file).equals(before)).toBe(true)
  expect(await runCommand('backup', data.path, [backups.path])).toMatchObject({ code: 78, output: message })
})

const cluster = {
  DATA_KEYS: `k1:${Buffer.alloc(32, 1).toString('base64')}`,
  REDIS_URL: 'redis://127.0.0.1:9',
  S3_ENDPOINT: 'http://127.0.0.1:9',
  S3_BUCKET: 'b',
  S3_ACCESS_KEY_ID: 'k',
  S3_SECRET_ACCESS_KEY: 's',
}

/** Every command that opens the database of the site. */
test.each<[Parameters<typeof runCommand>[0], string[], NodeJS.ProcessEnv?]>([
  ['backup', []],
  ['audit-log', ['verify']],
  ['data-keys', ['status']],
  ['data-keys', ['rotate']],
  ['data-keys', ['retire', 'k1']],
  ['ledger', ['verify']],
  ['figures', ['rebuild']],
  ['figures', ['verify']],
  ['owner', ['reset']],
  ['move', ['--to', 'postgres://127.0.0.1:9/gce'], cluster],
  ['seed', []],
])(
  '%s %j refuses a database that a newer version has migrated, and leaves it as it is',
  async (name, args, env = {}) => {
    using data = tempFolder()
    const file = path.join(data.path, 'exchange.sqlite')
    const db = openDatabase(file)
    await migrate(db)
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '')`.execute(db)
    await db.destroy()
    const before = readFileSync(file)
    const { code, output } = await runCommand(name, data.path, args, { ...env, DATABASE_URL: `sqlite:${file}` })
    expect(output).toContain('The database has the migration 9999-later, which this version does not know.')
    expect(code).toBe(78)
    expect(readFileSync(file).equals(before)).toBe(true)
  },
)

test('makes database files private in a DATA_DIR open to other users and logs a warning', async () => {
  using data = tempFolder()
  chmodSync(data.path, 0o755)
  const modes = () =>
    Object.fromEntries(
      ['exchange.sqlite', 'exchange.sqlite-wal', 'exchange.sqlite-shm']
        .filter((name) => existsSync(path.join(data.path, name)))
        .map((name) => [name, statSync(path.join(data.path, name)).mode & 0o777]),
    )
  const closed = { 'exchange.sqlite': 0o600, 'exchange.sqlite-wal': 0o600, 'exchange.sqlite-shm': 0o600 }
  const first = await startServerProcess(data.path)
  expect(modes()).toEqual(closed)
  expect(first.output()).toContain(`DATA_DIR ${data.path} is open to other users of this machine. Run: chmod 700`)
  await first.end('SIGKILL')
  // As an older version may have left them.
  for (const name of Object.keys(closed)) chmodSync(path.join(data.path, name), 0o644)
  const second = await startServerProcess(data.path)
  expect(modes()).toEqual(closed)
  expect(await second.end('SIGTERM')).toBe(0)
  chmodSync(data.path, 0o700)
  const third = await startServerProcess(data.path)
  expect(third.output()).not.toContain('open to other users')
  expect(await third.end('SIGTERM')).toBe(0)
})

test('logs that the site starts empty when data keys exist without a database', async () => {
  using data = tempFolder()
  const message = 'holds data keys, but there was no database: this site starts empty'
  const first = await startServerProcess(data.path)
  expect(first.output()).not.toContain(message)
  expect(await first.end('SIGTERM')).toBe(0)
  for (const name of readdirSync(data.path))
    if (name !== 'data-keys') rmSync(path.join(data.path, name), { recursive: true })
  const second = await startServerProcess(data.path)
  expect(second.output()).toContain(message)
  expect(await second.end('SIGTERM')).toBe(0)
})

test('refuses to start without the key file of its data', async () => {
  using folder = tempFolder()
  const server = await startServerProcess(folder.path)
  await server.end('SIGKILL')
  rmSync(path.join(folder.path, 'data-keys'))
  await expect(startServerProcess(folder.path)).rejects.toThrow(/key file .* is missing/)
})

test('rejects a BACKUP_DIR or DATA_DIR that cannot be a folder with a message', async () => {
  using temp = tempFolder()
  const file = path.join(temp.path, 'file')
  writeFileSync(file, '')
  const data = path.join(temp.path, 'data')
  mkdirSync(data)
  const refusals: [dataDir: string, env: NodeJS.ProcessEnv, message: string][] = [
    [data, { BACKUP_DIR: '/dev/null' }, 'BACKUP_DIR names /dev/null, but /dev/null is not a folder.'],
    [data, { BACKUP_DIR: path.join(file, 'below') }, `but ${file} is not a folder.`],
    [file, {}, `DATA_DIR names ${file}, but ${file} is not a folder.`],
    ['/proc/nope', {}, 'The folder /proc/nope cannot be created'],
  ]
  for (const [dataDir, env, message] of refusals)
    expect(await rejection(dataDir, env)).toMatchObject({ exitCode: 78, message: expect.stringContaining(message) })
})

test.skipIf(process.getuid?.() === 0)('logs an error for a BACKUP_DIR that is not writable', async () => {
  using data = tempFolder()
  using backups = tempFolder()
  chmodSync(backups.path, 0o500)
  const server = await startServerProcess(data.path, { BACKUP_DIR: path.join(backups.path, 'none') })
  expect(server.output()).toContain('cannot be written: there will be no backups and no recovery log')
  expect(await server.end('SIGTERM')).toBe(0)
})

test.runIf(process.platform === 'linux')('names a DATA_DIR in which nothing can be created', async () => {
  for (const dataDir of ['/sys/gce', '/sys/kernel']) {
    const found = await rejection(dataDir)
    expect(found).toMatchObject({ exitCode: 78, message: expect.stringContaining(`DATA_DIR ${dataDir} cannot be`) })
    expect(found?.message).not.toMatch(/\n\s+at /)
  }
})

test.skipIf(process.getuid?.() === 0)(
  'names a DATA_DIR without permission to write, for the server and commands',
  async () => {
    using parent = tempFolder()
    const data = path.join(parent.path, 'data')
    chmodSync(parent.path, 0o500)
    const message = expect.stringContaining(`DATA_DIR ${data} cannot be written: EACCES`)
    expect(await rejection(data)).toMatchObject({ exitCode: 78, message })
    chmodSync(parent.path, 0o700)
    mkdirSync(data, { mode: 0o500 })
    expect(await rejection(data)).toMatchObject({ exitCode: 78, message })
    expect(await runCommand('seed', data, [])).toMatchObject({ code: 78, output: message })
  },
)

test('a start with another BASE_PATH than that of the build is refused and writes nothing', async () => {
  using data = tempFolder()
  const words = `The pages were built for BASE_PATH='', not '/cash'. Set BASE_PATH='', or build the sources again.`
  expect(await rejection(data.path, { BASE_PATH: '/cash' })).toMatchObject({
    exitCode: 78,
    message: expect.stringContaining(words),
  })
  expect(readdirSync(data.path)).toEqual([])
})
