import { cpSync, existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { expect, test } from 'vitest'
import { migrations } from '#migrations/index.ts'
import { systemClock } from '../../platform/clock.ts'
import { openDatabase } from '../../platform/db/database.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { openKeyring } from '../../platform/encryption/open-keyring.ts'
import { StartupError, startServerProcess } from '../test-support/server-process.ts'
import { tempFolder } from '../test-support/temp-folder.ts'
import { type Fault, faultyDisk } from './fault-injection.ts'
import { startSite } from './faulty-server.ts'
import { findInconsistencies } from './partial-writes.ts'
import { atScale, recordMetric } from './system-test.ts'

/** A database of an older version, with one account in it. */
const OLD = '0006-files'
const KEPT = 'kept@mail.example'

/** `step`: distance between the tried calls in the full form; a start rewrites every page of the database. */
const faults: readonly (Omit<Fault, 'nth'> & { step: number })[] = [
  { call: 'write', error: 'EIO', torn: true, step: 3 },
  { call: 'write', error: 'ENOSPC', onwards: true, step: 7 },
  { call: 'sync', error: 'EIO', step: 1 },
  { call: 'open', error: 'EMFILE', step: 1 },
  { call: ['rename', 'mkdir', 'link', 'truncate', 'unlink'], error: 'EROFS', onwards: true, step: 1 },
]

test.runIf(process.platform === 'linux')(
  'a start that fails at any disk call leaves the old or the migrated database intact',
  async () => {
    using old = tempFolder()
    using tools = tempFolder()
    await anOldDatabase(old.path)
    const bad: string[] = []
    let points = 0
    // The short form tries one call of each kind, because every point takes two starts.
    for (const { step, ...fault } of faults)
      for (let nth = 1, isDone = false; !isDone; nth += step) {
        using data = tempFolder()
        using disk = faultyDisk(tools.path, data.path)
        cpSync(old.path, data.path, { recursive: true })
        const where = `start: ${[fault.call]} ${nth} ${fault.error}`
        const start = (env: NodeJS.ProcessEnv = {}) => startServerProcess(data.path, { LOG_LEVEL: 'warn', ...env })
        disk.arm({ ...fault, nth })
        const started = await start(disk.env).catch((error: unknown) => error)
        isDone = disk.heal().failed === 0
        if (!isDone) points++
        isDone ||= atScale(1, 0) === 1
        if (started instanceof StartupError) {
          if (started.exitCode !== 78 || /\n\s+at /.test(started.message)) bad.push(`${where}: ${started.message}`)
        } else if (started instanceof Error) bad.push(`${where}: ${started}`)
        else await (started as Awaited<ReturnType<typeof start>>).end('SIGKILL')
        const again = await start().catch((error: unknown) => void bad.push(`${where}: does not start again: ${error}`))
        await again?.end('SIGTERM')
        bad.push(...findInconsistencies(data.path).map((wrong) => `${where}: ${wrong}`))
        if (!(await hasKept(data.path))) bad.push(`${where}: the person is lost`)
      }
    recordMetric({
      claim: 'Failing the Nth call of a start that migrates an old database',
      figure: `${points} points, ${bad.length} bad states`,
      goal: 'at least 18, 0',
      isMet: points >= 18 && bad.length === 0,
    })
    expect(bad).toEqual([])
    expect(points).toBeGreaterThanOrEqual(atScale(3, 18))
  },
)

test.runIf(process.platform === 'linux')(
  'Clear All Data fails without loss, or completes with a complete backup',
  async () => {
    await using site = await startSite()
    const backups = path.join(site.dataDir, 'backups')
    const bad: string[] = []
    let points = 0
    await site.sell()
    for (const { step, ...fault } of faults)
      for (let nth = 1, isDone = false; !isDone; nth += step * atScale(40, 1)) {
        const where = `clear: ${[fault.call]} ${nth} ${fault.error}`
        site.disk.arm({ ...fault, nth })
        const answer = await site.owner.send('DELETE', '/api/admin/clear-all-data').catch(() => undefined)
        isDone = site.disk.heal().failed === 0
        if (!isDone) points++
        const cleared = answer?.ok ? ((await answer.json()) as { backup: string }) : undefined
        if (answer && !cleared && (answer.status < 500 || !((await answer.json()) as { message: string }).message))
          bad.push(`${where}: ${answer.status}`)
        if (!(await site.isAlive())) {
          if ((await site.exitCode()) !== 70) bad.push(`${where}: ended with ${await site.exitCode()}`)
          await site.restart()
        }
        bad.push(...findInconsistencies(site.dataDir).map((wrong) => `${where}: ${wrong}`))
        if (cleared) {
          if (!existsSync(path.join(backups, cleared.backup))) bad.push(`${where}: cleared without a backup`)
          await site.startOver()
        } else if (!(await site.isEverythingThere())) {
          // A commit whose sync failed may be durable all the same; its backup was made before.
          if (fault.call !== 'sync') bad.push(`${where}: refused, but something is gone`)
          await site.startOver()
        }
      }
    const parts = existsSync(backups) ? readdirSync(backups).filter((name) => name.endsWith('.part')) : []
    recordMetric({
      claim: 'Failing the Nth call of Clear All Data and its backup',
      figure: `${points} points, ${bad.length} bad states, ${parts.length} halves of backups left`,
      goal: 'at least 60, 0',
      isMet: points >= 60 && bad.length === 0,
    })
    expect(bad).toEqual([])
    expect(points).toBeGreaterThanOrEqual(atScale(3, 60))
  },
)

async function anOldDatabase(dataDir: string): Promise<void> {
  const db = openDatabase(path.join(dataDir, 'exchange.sqlite'))
  const { error } = await new Migrator({ db, provider: { getMigrations: async () => migrations } }).migrateTo(OLD)
  if (error) throw error
  const { key_id, sentinel_encrypted, created_at } = await aDataKey(path.join(dataDir, 'data-keys'))
  await sql`insert into data_keys (key_id, sentinel_encrypted, created_at)
    values (${key_id}, ${sentinel_encrypted}, ${created_at})`.execute(db)
  await sql`insert into users (id, role, email, name, phone, address, password_hash, created_at)
    values ('kept', 'customer', ${KEPT}, 'Dana Reyes', '', '', 'x', '2026-11-20T12:00:00.000Z')`.execute(db)
  await sql`insert into submissions (id, user_id, status, email, phone, account_name, card_type, card_brand,
    card_value_cents, rate_bps, payout_cents, card_number_masked, version, created_at, updated_at)
    values ('record', 'kept', 'registered', ${KEPT}, '', 'Dana Reyes', '', '', 0, 0, 0, '', 1,
    '2026-11-20T12:00:00.000Z', '2026-11-20T12:00:00.000Z')`.execute(db)
  await db.destroy()
}

/** A new data key and its row. */
async function aDataKey(keyFile: string) {
  const db = openDatabase(':memory:')
  await migrate(db)
  await openKeyring(db, systemClock, { dataKeys: undefined, keyFile })
  const key = await db.selectFrom('data_keys').selectAll().executeTakeFirstOrThrow()
  await db.destroy()
  return key
}

async function hasKept(dataDir: string): Promise<boolean> {
  const db = openDatabase(path.join(dataDir, 'exchange.sqlite'))
  const rows = await db.selectFrom('users').select('id').where('email', '=', KEPT).execute()
  await db.destroy()
  return rows.length === 1
}
