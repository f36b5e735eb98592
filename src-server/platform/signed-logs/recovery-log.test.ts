import { createHmac } from 'node:crypto'
import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'vitest'
import { createSiteLog } from '../../operator/operations/recovery-log.ts'
import { test } from '../../testing/test-support/app-test.ts'
import { anApproval } from '../../testing/test-support/payouts.ts'
import { attemptsIn, listOf, purgesIn, recoveryLogOf } from '../../testing/test-support/recovery-log.ts'
import type { TestApp } from '../../testing/test-support/test-app.ts'
import { inTransaction } from '../db/database.ts'
import type { Keyring } from '../encryption/keys.ts'
import { notePurge } from '../encryption/purge-queries.ts'

const at = '2026-11-20T12:00:00.000Z'

function purge(app: TestApp, ...subjects: string[]): Promise<void> {
  return inTransaction(app.call, async (tx) => {
    for (const subjectId of subjects) await notePurge(tx, { what: 'code', subjectId, at })
  })
}
const subjectsIn = async (app: TestApp) => (await listOf(purgesIn(app))).map(({ subject_id }) => subject_id)

/** A line of `purges.jsonl` as version 1.0.0 wrote it. */
function formerLine(keyring: Keyring, entry: Record<string, string | number>, after: string): string {
  const key = keyring.activeId
  const text = JSON.stringify(['purge', ...Object.values(entry), after])
  const mac = createHmac('sha256', keyring.key(key, 'backup')).update(text).digest('base64url')
  return `${JSON.stringify({ ...entry, after, key, mac })}\n`
}

test('the log continues the purge log of an earlier version, and a restore reads both', async ({ app }) => {
  await purge(app, 'one', 'two', 'three')
  const { backupDir } = app.ctx.config
  await app.ctx.recoveryLog.write()
  rmSync(recoveryLogOf(app))
  const rows = await app.ctx.db.selectFrom('purges').selectAll().orderBy('sequence').execute()
  let after = ''
  for (const { id, what, subject_id, at, sequence } of rows.slice(0, 2)) {
    const line = formerLine(app.ctx.keyring, { id, what, subject_id, at, sequence: sequence ?? 0 }, after)
    after = JSON.parse(line).mac.slice(0, 16)
    appendFileSync(path.join(backupDir, 'purges.jsonl'), line)
  }
  await createSiteLog(app.ctx, backupDir).write()
  expect(readFileSync(recoveryLogOf(app), 'utf8').match(/"log":"purge"/g)).toHaveLength(1)
  expect(await subjectsIn(app)).toEqual(['one', 'two', 'three'])
})

test('a former log that was changed is set aside, and written again', async ({ app }) => {
  await purge(app, 'one', 'two')
  const { backupDir } = app.ctx.config
  await app.ctx.recoveryLog.write()
  rmSync(recoveryLogOf(app))
  const forged = formerLine(app.ctx.keyring, { id: 'x', what: 'code', subject_id: 'x', at, sequence: 1 }, '')
  appendFileSync(path.join(backupDir, 'purges.jsonl'), forged.replace('"code"', '"all"'))
  await createSiteLog(app.ctx, backupDir).write()
  expect(await subjectsIn(app)).toEqual(['one', 'two'])
  expect(existsSync(path.join(backupDir, 'purges.jsonl'))).toBe(false)
  expect(readdirSync(backupDir).filter((name) => name.startsWith('purges.damaged-'))).toHaveLength(1)
})

test('an entry of a rare kind is appended once, however many lines of another kind follow', async ({ app }) => {
  const { payoutId: id } = await anApproval(app, await app.customer(), await app.staff())
  const { payouts } = (await app.staff()).api
  await payouts.begin({ id, version: 1 })
  await app.ctx.recoveryLog.write()
  await purge(app, ...Array.from({ length: 6_000 }, (_, at) => `GCE-${at}`))
  for (let process = 0; process < 2; process++) await createSiteLog(app.ctx, app.ctx.config.backupDir).write()
  expect([(await listOf(attemptsIn(app))).length, (await subjectsIn(app)).length]).toEqual([1, 6_000])
})
