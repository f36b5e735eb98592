import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { runCommand } from './command-run.ts'
import { type StartupError, startServerProcess } from './server-process.ts'
import { tempFolder } from './temp-folder.ts'

/** A complete configuration of engines; these commands must fail before they connect to any. */
const engines = {
  DATABASE_URL: 'postgres://gce:a-password@127.0.0.1:9/cards',
  REDIS_URL: 'redis://127.0.0.1:9',
  S3_ENDPOINT: 'http://127.0.0.1:9',
  S3_BUCKET: 'cards',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
  DATA_KEYS: `k1:${Buffer.alloc(32, 1).toString('base64')}`,
}

test('commands of a site on PostgreSQL never use the SQLite database of DATA_DIR', async () => {
  using folder = tempFolder()
  const server = await startServerProcess(folder.path, { DATA_KEYS: engines.DATA_KEYS })
  await server.end('SIGKILL')
  const before = readdirSync(folder.path)
  const refused = async (command: Parameters<typeof runCommand>[0], args: string[], dataDir = folder.path) => {
    const { code, output } = await runCommand(command, dataDir, args, engines)
    return { code, output }
  }
  const ownBackups =
    /DATABASE_URL names PostgreSQL: .* Use the backups of PostgreSQL and of the S3 store: docs\/cluster\.md/
  expect(await refused('backup', [])).toEqual({ code: 78, output: expect.stringMatching(ownBackups) })
  const empty = path.join(folder.path, 'empty')
  expect(await refused('restore', ['any.gcebackup'], empty)).toEqual({
    code: 78,
    output: expect.stringMatching(ownBackups),
  })
  const cannotOpen = { code: 1, output: expect.stringContaining('The database is not reachable') }
  expect(await refused('audit-log', ['verify'])).toEqual(cannotOpen)
  expect(await refused('data-keys', ['status'])).toEqual(cannotOpen)
  expect(readdirSync(folder.path)).toEqual(before)
})

test('a start without the database exits with a code after which a supervisor tries again', async () => {
  using folder = tempFolder()
  const refused: StartupError = await startServerProcess(folder.path, engines).then(
    () => expect.unreachable(),
    (error) => error,
  )
  expect([refused.exitCode, refused.message]).toEqual([75, expect.stringContaining('The database is not reachable.')])
})
