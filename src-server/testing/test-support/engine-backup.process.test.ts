import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import type { Transaction } from '#shared/submission-schema.ts'
import { runCommand } from './command-run.ts'
import { startEngines } from './engines.ts'
import { aPhoto, submitFields } from './factories.ts'
import { type PostgresServer, startPostgres } from './postgres-server.ts'
import { multipartForm, RestClient } from './rest-client.ts'
import { startServerProcess } from './server-process.ts'
import { tempFolder } from './temp-folder.ts'
import { settingsOf } from './test-site.ts'

const password = 'a-customer-password'

/** One order with a photo; returns its id. */
async function order(customer: RestClient, photo: Buffer): Promise<string> {
  const form = multipartForm(submitFields(), [{ name: 'card.png', bytes: photo }])
  const headers = { 'idempotency-key': crypto.randomUUID() }
  return (await customer.call<{ submissionId: string }>('POST', '/api/submit', form, headers)).submissionId
}

async function query<Row extends object>(server: PostgresServer, text: string): Promise<Row> {
  const client = new pg.Client({ connectionString: server.url() })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows[0] as Row
  } finally {
    await client.end()
  }
}

/** A base backup, as `pg_basebackup` makes it. */
async function backUp(server: PostgresServer, base: string): Promise<void> {
  const client = new pg.Client({ connectionString: server.url() })
  await client.connect()
  await client.query("select pg_backup_start('drill', true)")
  cpSync(server.data, base, { recursive: true, filter: (file) => path.basename(file) !== 'postmaster.pid' })
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
  await client.end()
  writeFileSync(path.join(base, 'backup_label'), rows[0]?.labelfile ?? '')
  // The archive has it; a copy taken while the server writes may be torn.
  rmSync(path.join(base, 'pg_wal'), { recursive: true })
  mkdirSync(path.join(base, 'pg_wal'))
}

/** Archives everything until now. */
async function archiveAll(server: PostgresServer): Promise<void> {
  const { segment } = await query<{ segment: string }>(server, 'select pg_walfile_name(pg_switch_wal()) as segment')
  const archived = () => query<{ name: string }>(server, 'select last_archived_wal as name from pg_stat_archiver')
  await expect.poll(async () => (await archived()).name >= segment, { timeout: 60_000 }).toBe(true)
}

test('base backup, WAL archive and recovery log restore a cluster to a point in time', async () => {
  using folder = tempFolder()
  const inFolder = (name: string) => path.join(folder.path, name)
  const archive = tempFolder()
  chmodSync(folder.path, 0o711)
  chmodSync(archive.path, 0o777)
  const settings = ['archive_mode=on', `archive_command=cp %p ${archive.path}/%f`]
  await using engines = await startEngines({ isDurable: true, settings })
  const env = settingsOf(engines.postgres.url(), engines.redis.url, engines.store.createBucket())

  let node = await startServerProcess(inFolder('node'), env)
  const [staying, leaving] = [new RestClient(() => node.url), new RestClient(() => node.url)]
  await staying.signUp('staying@mail.example')
  await leaving.signUp('leaving@mail.example')
  const photo = aPhoto()
  const first = await order(staying, photo)
  await backUp(engines.postgres, inFolder('base'))
  const second = await order(staying, aPhoto())
  const { at } = await query<{ at: string }>(engines.postgres, 'select clock_timestamp()::text as at')
  const lost = await order(staying, aPhoto())
  await leaving.call('POST', '/trpc/account.deleteAccount', { password })
  const log = inFolder('node/backups/since-backup.jsonl')
  await expect.poll(() => readFileSync(log, 'utf8'), { timeout: 60_000 }).toContain('"log":"purge"')
  await node.end('SIGTERM')
  await archiveAll(engines.postgres)
  await engines.postgres.stop()

  writeFileSync(path.join(inFolder('base'), 'recovery.signal'), '')
  await using restored = await startPostgres({
    restore: { base: inFolder('base'), password: engines.postgres.password },
    settings: [
      `restore_command=cp ${archive.path}/%f %p`,
      `recovery_target_time=${at}`,
      'recovery_target_action=promote',
    ],
  })
  const isRecovering = async () => (await query<{ is: boolean }>(restored, 'select pg_is_in_recovery() as is')).is
  await expect.poll(isRecovering, { timeout: 60_000 }).toBe(false)
  const restoredEnv = { ...env, DATABASE_URL: restored.url() }
  const { code, output } = await runCommand('restore', inFolder('other'), ['--finish', log], restoredEnv)
  expect([code, output]).toEqual([0, expect.stringContaining(`Purged again: 1 of ${path.dirname(log)}`)])

  node = await startServerProcess(inFolder('other'), restoredEnv)
  expect((await leaving.send('POST', '/api/auth/sign-in', { email: 'leaving@mail.example', password })).status).toBe(
    401,
  )
  await staying.call('POST', '/api/auth/sign-in', { email: 'staying@mail.example', password })
  const orders = await staying.call<Transaction[]>('GET', '/api/user/transactions')
  expect(orders.map(({ id }) => id).sort()).toEqual([first, second].sort())
  expect(orders.map(({ id }) => id)).not.toContain(lost)
  const [file] = orders.find(({ id }) => id === first)?.uploadedFiles ?? []
  expect((await staying.bytesOf(`/api/files/${file?.id}`)).byteLength).toBeGreaterThan(0)
  await node.end('SIGKILL')
  archive[Symbol.dispose]()
})
