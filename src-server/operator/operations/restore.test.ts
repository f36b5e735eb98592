import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { CompiledQuery } from 'kysely'
import { expect } from 'vitest'
import { DAY_MS } from '../../platform/clock.ts'
import { DataDirInUse } from '../../platform/db/data-dir-lock.ts'
import { loginTables } from '../../platform/db/table-rules.ts'
import { RECOVERY_LOG } from '../../platform/signed-logs/signed-log.ts'
import { test } from '../../testing/test-support/app-test.ts'
import { aChat, aFinishedSubmission, anUpload, aSubmission, aToken } from '../../testing/test-support/factories.ts'
import { recoveryLogOf } from '../../testing/test-support/recovery-log.ts'
import { aSiteIn } from '../../testing/test-support/restorable-site.ts'
import { tempFolder } from '../../testing/test-support/temp-folder.ts'
import { customerPassword, type TestApp } from '../../testing/test-support/test-app.ts'
import { makeBackup } from './backup.ts'
import { type ClearedChoice, finishRestore, type Restored } from './finish-restore.ts'
import { verifyBackup } from './read-backup.ts'
import { entriesIn, findLogFolder, loggedPurges, purgesIn } from './recovery-log.ts'
import { openTarget, placeRestored, refuseHalfRestore } from './restore-target.ts'

/** The site after a restore of this backup, at the current time of `of`. */
async function restored(
  of: TestApp,
  backup: string,
  folder: string,
  cleared?: ClearedChoice,
): Promise<TestApp & { done: Restored }> {
  const manifest = await verifyBackup(of.ctx.keyring, backup, folder)
  await of.ctx.recoveryLog.write()
  const app = await aSiteIn(folder)
  app.clock.advance(of.clock.now().getTime() - app.clock.now().getTime())
  const log = entriesIn(of.ctx.keyring, loggedPurges, of.ctx.config.backupDir)
  return { ...app, done: await finishRestore(app.ctx, { source: 'A test', head: manifest.audit.head }, log, cleared) }
}

test('replays purges after the backup: a code, a deleted account and its photos', async () => {
  using before = tempFolder()
  using after = tempFolder()
  await using site = await aSiteIn(before.path)
  const [leaving, staying] = [await site.customer('Wilhelmina Featherstone'), await site.customer()]
  const submissionId = await aSubmission(site, staying)
  await aSubmission(site, leaving, { cardNumber: 'X2MW 9QP4 7TLZ 6KRE' })
  await aChat(leaving)
  const { file } = await makeBackup(site.ctx)
  const owner = await site.staff()
  for (const { id } of await site.ctx.db
    .selectFrom('submissions')
    .select('id')
    .where('status', '=', 'pending')
    .execute())
    await owner.api.admin.submissions.setStatus({ submissionId: id, status: 'completed' })
  await leaving.api.account.deleteAccount({ password: customerPassword })

  await using again = await restored(site, file, after.path)
  // Two codes and one account.
  expect(again.done.replayed).toBe(3)
  const { db } = again.ctx
  const rows = await db
    .selectFrom('submissions')
    .select(['id', 'status', 'security_code_encrypted', 'card_number_encrypted'])
    .execute()
  const kept = rows.find(({ id }) => id === submissionId)
  expect(kept).toMatchObject({ status: 'pending', security_code_encrypted: null })
  expect(kept?.card_number_encrypted).not.toBeNull()
  const names = await db.selectFrom('users').select('name').where('id', '=', leaving.id).execute()
  expect(names).toEqual([{ name: 'Deleted account' }])
  expect(await db.selectFrom('chat_sessions').select('id').execute()).toEqual([])
  // Of the two photos with renditions, those of the deleted account are removed.
  expect(readdirSync(path.join(after.path, 'files'))).toHaveLength(2)
  const actions = (await again.ctx.db.selectFrom('audit_log').select('action').execute()).map(({ action }) => action)
  expect(actions.at(-1)).toBe('data.restored')
})

test('applies retention before the restored site serves requests', async () => {
  using before = tempFolder()
  using after = tempFolder()
  await using site = await aSiteIn(before.path)
  const submissionId = await aFinishedSubmission(site, await site.customer())
  const { file } = await makeBackup(site.ctx)
  site.clock.advance(31 * DAY_MS)
  await using again = await restored(site, file, after.path)
  expect(again.done).toMatchObject({ replayed: 0, numbers: 1, photos: 1 })
  const row = await again.ctx.db
    .selectFrom('submissions')
    .selectAll()
    .where('id', '=', submissionId)
    .executeTakeFirstOrThrow()
  expect([row.security_code_encrypted, row.card_number_encrypted]).toEqual([null, null])
  expect(readdirSync(path.join(after.path, 'files'))).toEqual([])
})

test('revokes all sessions, links and tokens, but not passwords', async () => {
  using before = tempFolder()
  using after = tempFolder()
  await using site = await aSiteIn(before.path)
  const customer = await site.customer()
  const owner = await site.staff()
  const { headers } = await aToken(owner, ['submissions:read'])
  await site.visitor.account.requestPasswordReset({ email: customer.email })
  const { file } = await makeBackup(site.ctx)
  await using again = await restored(site, file, after.path)
  for (const as of [customer, owner])
    expect((await again.request('GET', '/api/user/transactions', { as })).statusCode).toBe(401)
  expect((await again.request('GET', '/api/admin/submissions', { headers })).statusCode).toBe(401)
  for (const table of loginTables) expect(await again.ctx.db.selectFrom(table).selectAll().execute()).toEqual([])
  expect(await again.signInAgain(customer)).toMatchObject({ id: customer.id })
})

test('a restore empties every table of tokens except API tokens', async ({ app }) => {
  const { rows } = await app.ctx.db.executeQuery<{ name: string }>(
    CompiledQuery.raw(`select m.name from sqlite_master as m, pragma_table_info(m.name) as c
      where m.type = 'table' and c.name = 'token_hash'`),
  )
  expect(rows.map(({ name }) => name).sort()).toEqual([...loginTables, 'api_tokens'].sort())
})

test('after a Clear All Data it requires --cleared and follows it', async () => {
  using before = tempFolder()
  await using site = await aSiteIn(before.path)
  await aSubmission(site, await site.customer())
  const owner = await site.staff()
  const { backup } = await owner.api.admin.data.clearAll()
  const file = path.join(site.ctx.config.backupDir, backup)
  const customersOf = async (cleared?: ClearedChoice) => {
    using after = tempFolder()
    await using again = await restored(site, file, after.path, cleared)
    return (await again.ctx.db.selectFrom('users').select('id').where('role', '=', 'customer').execute()).length
  }
  await expect(customersOf()).rejects.toThrow('Use --cleared bring-back')
  expect(await customersOf('bring-back')).toBe(1)
  expect(await customersOf('again')).toBe(0)
})

test('detects an audit log modified before the backup', async () => {
  using before = tempFolder()
  using after = tempFolder()
  await using site = await aSiteIn(before.path)
  await aFinishedSubmission(site, await site.customer())
  for (const sql of ['drop trigger audit_log_no_update', "update audit_log set detail = 'nothing' where sequence = 1"])
    await site.ctx.db.executeQuery(CompiledQuery.raw(sql))
  const { file } = await makeBackup(site.ctx)
  await expect(restored(site, file, after.path)).rejects.toMatchObject({
    message: expect.stringContaining('Entry 1'),
    exitCode: 65,
  })
})

test('finds purges beside the backup, in a log, or in an old DATA_DIR without a database', async () => {
  using data = tempFolder()
  using kept = tempFolder()
  await using site = await aSiteIn(data.path)
  const customer = await site.customer()
  const { file } = await makeBackup(site.ctx, { parent: kept.path })
  await customer.api.account.deleteAccount({ password: customerPassword })
  const whatIn = async (named?: string) => {
    const purges: string[] = []
    const folder = findLogFolder(file, named)
    for await (const { what } of purgesIn(site.ctx.keyring, folder, named)) purges.push(what)
    return purges
  }
  expect(await whatIn()).toEqual([])
  await site.ctx.recoveryLog.write()
  expect(await whatIn(data.path)).toEqual(['account'])
  const moved = path.join(kept.path, 'moved')
  const log = path.join(moved, 'backups', RECOVERY_LOG)
  mkdirSync(path.dirname(log), { recursive: true })
  copyFileSync(recoveryLogOf(site), log)
  for (const place of [moved, path.dirname(log), log]) expect(await whatIn(place)).toEqual(['account'])
  writeFileSync(path.join(moved, 'exchange.sqlite'), 'torn')
  await expect(whatIn(moved)).rejects.toThrow('cannot be read')
  rmSync(path.join(kept.path, RECOVERY_LOG))
  for (const place of [undefined, `${log}.missing`])
    expect(() => findLogFolder(file, place)).toThrow(
      /There is no since-backup\.jsonl .* --log, or use --without-purges/,
    )
})

test('accepts an empty or unfinished target and marks it incomplete until the end', async () => {
  using disk = tempFolder()
  const dataDir = path.join(disk.path, 'data')
  const place = { dataDir, databaseFile: path.join(dataDir, 'exchange.sqlite') }
  const fill = (folder: string) => {
    mkdirSync(path.join(folder, 'files'))
    for (const name of ['data-keys', 'exchange.sqlite', 'files/one'])
      writeFileSync(path.join(folder, name), 'restored', { mode: 0o600 })
  }
  const { abandon } = await openTarget(place)
  await abandon()
  expect(existsSync(dataDir)).toBe(false)

  mkdirSync(path.join(dataDir, 'lost+found'), { recursive: true })
  const killed = await openTarget(place)
  fill(killed.folder)
  expect(() => refuseHalfRestore(dataDir)).toThrow(`A restore into ${dataDir} was not finished.`)
  await expect(openTarget(place)).rejects.toThrow(DataDirInUse)
  await killed.release()
  // Simulates a kill while moving the files.
  writeFileSync(path.join(dataDir, 'data-keys'), 'half')
  const target = await openTarget(place)
  fill(target.folder)
  await placeRestored(place)
  await target.release()
  expect(readdirSync(dataDir).sort()).toEqual(['data-keys', 'exchange.sqlite', 'files', 'lost+found'])
  expect(statSync(place.databaseFile).mode & 0o777).toBe(0o600)
  expect(() => refuseHalfRestore(dataDir)).not.toThrow()
  await expect(openTarget(place)).rejects.toMatchObject({
    message: expect.stringContaining(`${dataDir} is not empty: data-keys, exchange.sqlite, files.`),
    exitCode: 73,
  })
  const elsewhere = { dataDir: path.join(disk.path, 'other'), databaseFile: place.databaseFile }
  await expect(openTarget(elsewhere)).rejects.toThrow('There is a database')
})

test('a backup contains uploads that are not submitted yet', async () => {
  using before = tempFolder()
  using after = tempFolder()
  await using site = await aSiteIn(before.path)
  const upload = await anUpload(site, await site.customer())
  const { file } = await makeBackup(site.ctx)
  await using again = await restored(site, file, after.path)
  expect(await again.ctx.db.selectFrom('files').select('id').execute()).toEqual([{ id: upload }])
})
