import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { expect, vi } from 'vitest'
import { inTransaction } from '../../platform/db/database.ts'
import { parseKeyring } from '../../platform/encryption/keys.ts'
import { notePurge } from '../../platform/encryption/purge-queries.ts'
import { test } from '../../testing/test-support/app-test.ts'
import { aSubmission } from '../../testing/test-support/factories.ts'
import { aBuyer, dispose, setInventoryPolicy } from '../../testing/test-support/inventory.ts'
import { recoveryLogOf as logOf } from '../../testing/test-support/recovery-log.ts'
import { aSiteIn } from '../../testing/test-support/restorable-site.ts'
import { tempFolder } from '../../testing/test-support/temp-folder.ts'
import { createTestApp, type TestApp } from '../../testing/test-support/test-app.ts'
import { startRecoveryLogExport } from '../jobs/scheduled-jobs.ts'
import { makeBackup } from './backup.ts'
import { finishRestore } from './finish-restore.ts'
import { verifyBackup } from './read-backup.ts'
import { createSiteLog, entriesIn, type LoggedPurge, loggedPurges } from './recovery-log.ts'

const linesOf = (app: TestApp) => readFileSync(logOf(app), 'utf8').split('\n').slice(0, -1)

async function purge(app: TestApp, subjectId: string): Promise<void> {
  const at = app.clock.now().toISOString()
  await inTransaction(app.call, (tx) => notePurge(tx, { what: 'code', subjectId, at }))
}

async function read(app: TestApp, keyring = app.ctx.keyring): Promise<LoggedPurge[]> {
  const purges: LoggedPurge[] = []
  for await (const each of entriesIn(keyring, loggedPurges, app.ctx.config.backupDir)) purges.push(each)
  return purges
}

test('exports each purge once into an owner-only log that can be read back', async ({ app }) => {
  await makeBackup(app.ctx)
  expect(await read(app)).toEqual([])
  for (const id of ['one', 'two', 'three']) {
    await purge(app, id)
    app.clock.advance(60 * 60 * 1000)
    await createSiteLog(app.ctx, app.ctx.config.backupDir).write()
    await createSiteLog(app.ctx, app.ctx.config.backupDir).write()
  }
  const purges = app.ctx.db.selectFrom('purges').select(['id', 'what', 'subject_id', 'at'])
  expect(await read(app)).toEqual(await purges.orderBy('sequence').execute())
  expect(linesOf(app)).toHaveLength(3)
  expect(statSync(logOf(app)).mode & 0o777).toBe(0o600)
})

/** The log with a number of purges, each appended by a call of its own. */
async function logOfPurges(app: TestApp, ...ids: string[]): Promise<void> {
  for (const id of ids) {
    await purge(app, id)
    await createSiteLog(app.ctx, app.ctx.config.backupDir).write()
  }
}
const subjects = async (app: TestApp) => (await read(app)).map(({ subject_id }) => subject_id)
const damaged = (app: TestApp) => readdirSync(app.ctx.config.backupDir).filter((name) => name.includes('damaged'))

const damages: [string, (lines: readonly string[]) => readonly string[]][] = [
  ['a forged line', (lines) => [...lines, lines[0]?.replace('"one"', '"four"') ?? '']],
  ['a changed line', (lines) => lines.map((line) => line.replace('"two"', '"tow"'))],
  ['no first line', (lines) => lines.slice(1)],
  ['a line less in the middle', (lines) => lines.filter((_, at) => at !== 1)],
  ['no JSON', (lines) => ['nothing', ...lines]],
]

test.each(damages)(
  'a log with %s is noticed before the next append, kept aside and written again',
  async (_, damage) => {
    await using app = await createTestApp()
    await logOfPurges(app, 'one', 'two', 'three')
    const lines = damage(linesOf(app))
    writeFileSync(logOf(app), `${lines.join('\n')}\n`)
    await expect(read(app)).rejects.toMatchObject({ exitCode: 65 })
    await logOfPurges(app, 'four')
    expect(await subjects(app)).toEqual(['one', 'two', 'three', 'four'])
    const [aside = '', ...more] = damaged(app)
    expect([readFileSync(path.join(app.ctx.config.backupDir, aside), 'utf8').split('\n').slice(0, -1), more]).toEqual([
      lines,
      [],
    ])
    expect(app.log()).toContain('has lines that the site did not write, or lacks some')
  },
)

test('last lines that are missing are appended again', async ({ app }) => {
  await logOfPurges(app, 'one', 'two', 'three')
  writeFileSync(logOf(app), `${linesOf(app)[0]}\n`)
  await logOfPurges(app, 'four')
  expect([await subjects(app), damaged(app)]).toEqual([['one', 'two', 'three', 'four'], []])
})

test('lines that two processes append at the same time are a valid log', async ({ app }) => {
  await logOfPurges(app, 'one')
  const before = readFileSync(logOf(app), 'utf8')
  await logOfPurges(app, 'two', 'three')
  const first = linesOf(app).slice(1)
  writeFileSync(logOf(app), before)
  await purge(app, 'four')
  await createSiteLog(app.ctx, app.ctx.config.backupDir).write()
  // As the other process would have written it in between.
  const both = [...linesOf(app).slice(0, 2), ...first, ...linesOf(app).slice(2)]
  writeFileSync(logOf(app), `${both.join('\n')}\n`)
  await logOfPurges(app, 'five')
  expect(new Set(await subjects(app))).toEqual(new Set(['one', 'two', 'three', 'four', 'five']))
  expect(damaged(app)).toEqual([])
})

test('a log that is longer than the part which is verified before an append stays valid', async ({ app }) => {
  const at = app.clock.now().toISOString()
  const append = (count: number) =>
    inTransaction(app.call, async (tx) => {
      for (let id = 0; id < count; id++) await notePurge(tx, { what: 'code', subjectId: `GCE-${id}`, at })
    })
  await append(6_000)
  await createSiteLog(app.ctx, app.ctx.config.backupDir).write()
  expect(statSync(logOf(app)).size).toBeGreaterThan(1024 * 1024)
  await append(1)
  await createSiteLog(app.ctx, app.ctx.config.backupDir).write()
  expect([(await read(app)).length, damaged(app)]).toEqual([6_001, []])
})

test('a running site exports purges within seconds and recovers from a missing folder', async ({ app }) => {
  const { backupDir } = app.ctx.config
  const stop = startRecoveryLogExport(app.ctx)
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
  await inTime(() => app.log()).toContain('could not write the recovery log to BACKUP_DIR')
  rmSync(backupDir)
  await inTime(linesThere).toBe(2)
  await stop()
})

test('rejects a modified, added or foreign line and ignores an incomplete last line', async ({ app }) => {
  mkdirSync(app.ctx.config.backupDir)
  await purge(app, 'one')
  await purge(app, 'two')
  await createSiteLog(app.ctx, app.ctx.config.backupDir).write()
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
  await createSiteLog(app.ctx, app.ctx.config.backupDir).write()
  expect((await read(app)).map(({ subject_id }) => subject_id)).toContain('three')
  expect(linesOf(app)).toHaveLength(3)
})

test('a card that is sold is unreadable in the files of the server, and in a restored backup from before', async () => {
  using before = tempFolder()
  using after = tempFolder()
  await using site = await aSiteIn(before.path)
  const [dana, boss] = [await site.customer(), await site.staff()]
  await setInventoryPolicy(boss, { custody: 'hold' })
  const id = await aSubmission(site, dana)
  await boss.api.admin.submissions.setStatus({ submissionId: id, status: 'completed' })
  const secrets = await secretsOf(site, id)
  expect(found(before.path, secrets)).toEqual(secrets)
  const { file } = await makeBackup(site.ctx)

  const sale = { kind: 'sold', buyerId: await aBuyer(site, boss), amountCents: 9600 } as const
  await dispose(site, boss, id, sale)
  await vi.waitFor(() => expect(found(before.path, secrets)).toEqual([]))

  const manifest = await verifyBackup(site.ctx.keyring, file, after.path)
  expect(found(after.path, secrets)).toEqual(secrets)
  await site.ctx.recoveryLog.write()
  await using again = await aSiteIn(after.path)
  const log = entriesIn(site.ctx.keyring, loggedPurges, site.ctx.config.backupDir)
  const from = { source: 'A test', head: manifest.audit.head }
  expect(await finishRestore(again.ctx, from, log, undefined)).toMatchObject({ replayed: 2 })
  expect(await secretsOf(again, id)).toEqual([])
  await vi.waitFor(() => expect(found(after.path, secrets)).toEqual([]))
  // Its photo stays as long as those of other orders.
  expect((await again.ctx.db.selectFrom('files').select('id').where('submission_id', '=', id).execute()).length).toBe(1)
})

async function secretsOf({ ctx }: TestApp, id: string): Promise<string[]> {
  const row = await ctx.db
    .selectFrom('submissions')
    .select(['card_number_encrypted', 'security_code_encrypted'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return Object.values(row).flatMap((value) => value ?? [])
}

/** Those of the texts that the database files in a folder contain. */
function found(folder: string, texts: readonly string[]): string[] {
  const names = readdirSync(folder).filter((name) => name.startsWith('exchange'))
  const bytes = Buffer.concat(names.map((name) => readFileSync(path.join(folder, name))))
  return texts.filter((text) => bytes.includes(text))
}
