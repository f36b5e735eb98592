import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { inTransaction } from '../db/database.ts'
import type { PurgeTable } from '../db/schema.ts'
import { parseKeyring } from '../encryption/keys.ts'
import { notePurge } from '../encryption/purge-queries.ts'
import { createTestApp, type TestApp } from '../test-support/test-app.ts'
import { makeBackup } from './backup.ts'
import { startPurgeLogExport } from './export-purge-log.ts'
import { exportPurgeLog, PURGE_LOG, readPurgeLog } from './purge-log.ts'

const logOf = (app: TestApp) => path.join(app.ctx.config.backupDir, PURGE_LOG)
const linesOf = (app: TestApp) => readFileSync(logOf(app), 'utf8').split('\n').slice(0, -1)

async function purge(app: TestApp, subjectId: string): Promise<void> {
  const at = app.clock.now().toISOString()
  await inTransaction(app.ctx, (tx) => notePurge(tx, { what: 'code', subjectId, at }))
}

async function read(app: TestApp, keyring = app.ctx.keyring): Promise<PurgeTable[]> {
  const purges: PurgeTable[] = []
  for await (const each of readPurgeLog(keyring, logOf(app))) purges.push(each)
  return purges
}

test('exports each purge once into an owner-only log that can be read back', async () => {
  await using app = await createTestApp()
  await makeBackup(app.ctx)
  expect(await read(app)).toEqual([])
  for (const id of ['one', 'two', 'three']) {
    await purge(app, id)
    app.clock.advance(60 * 60 * 1000)
    await exportPurgeLog(app.ctx, app.ctx.config.backupDir)
    await exportPurgeLog(app.ctx, app.ctx.config.backupDir)
  }
  expect(await read(app)).toEqual(await app.ctx.db.selectFrom('purges').selectAll().orderBy('at').execute())
  expect(linesOf(app)).toHaveLength(3)
  expect(statSync(logOf(app)).mode & 0o777).toBe(0o600)
})

test('a running site exports purges within seconds and recovers from a missing folder', async () => {
  await using app = await createTestApp()
  const { backupDir } = app.ctx.config
  const stop = startPurgeLogExport(app.ctx)
  /** Advances the clock by five seconds with each poll. */
  const inTime = <Seen>(look: () => Seen) => {
    const poll = () => {
      app.clock.advance(5_000)
      return look()
    }
    return expect.poll(poll, { interval: 5 })
  }
  const linesThere = () => (existsSync(logOf(app)) ? linesOf(app).length : 0)
  await purge(app, 'one')
  await inTime(linesThere).toBe(1)
  rmSync(backupDir, { recursive: true })
  writeFileSync(backupDir, 'no folder')
  await purge(app, 'two')
  await inTime(() => app.log()).toContain('could not write the purge log to BACKUP_DIR')
  rmSync(backupDir)
  await inTime(linesThere).toBe(2)
  stop()
})

test('rejects a modified, added or foreign line and ignores an incomplete last line', async () => {
  await using app = await createTestApp()
  mkdirSync(app.ctx.config.backupDir)
  await purge(app, 'one')
  await purge(app, 'two')
  await exportPurgeLog(app.ctx, app.ctx.config.backupDir)
  const whole = readFileSync(logOf(app), 'utf8')
  const wrong = {
    changed: whole.replace('"one"', '"eno"'),
    'of another kind': whole.replace('"code"', '"account"'),
    'not JSON': `nothing\n${whole}`,
    'without a checksum': `${whole}{"id":"x","what":"account","subject_id":"y","at":"2026-01-01T00:00:00.000Z"}\n${whole}`,
  }
  for (const [what, text] of Object.entries(wrong)) {
    writeFileSync(logOf(app), text)
    await expect(read(app), what).rejects.toMatchObject({ exitCode: 65 })
  }
  writeFileSync(logOf(app), whole)
  await expect(read(app, parseKeyring(`k9:${Buffer.alloc(32).toString('base64')}`))).rejects.toThrow('Line 1 of')

  appendFileSync(logOf(app), whole.slice(0, 50))
  expect((await read(app)).map(({ subject_id }) => subject_id).sort()).toEqual(['one', 'two'])
  app.clock.advance(1000)
  await purge(app, 'three')
  await exportPurgeLog(app.ctx, app.ctx.config.backupDir)
  expect((await read(app)).map(({ subject_id }) => subject_id)).toContain('three')
  expect(linesOf(app)).toHaveLength(3)
})
