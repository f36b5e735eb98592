import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import SQLite from 'better-sqlite3'
import { CompiledQuery } from 'kysely'
import { expect } from 'vitest'
import { sweepOrphans } from '../../files/sweep-orphans.ts'
import { test } from '../../testing/test-support/app-test.ts'
import { aFullCustomer, everything } from '../../testing/test-support/dump-database.ts'
import { anUpload, aSubmission } from '../../testing/test-support/factories.ts'
import { tempFolder } from '../../testing/test-support/temp-folder.ts'
import type { Person, TestApp } from '../../testing/test-support/test-app.ts'
import { verifyBackup } from './read-backup.ts'

const clear = (owner: Person) => owner.api.admin.data.clearAll()
const backups = ({ ctx: { config } }: TestApp) => {
  mkdirSync(config.backupDir, { recursive: true })
  return readdirSync(config.backupDir).filter((name) => name.includes('.gcebackup'))
}

test('deletes nothing when the backup cannot be written', async ({ app }) => {
  await aFullCustomer(app)
  const owner = await app.staff()
  // Root can write into a read-only folder, so a file blocks the path instead.
  writeFileSync(app.ctx.config.backupDir, 'in the way')
  const before = await everything(app)
  await expect(clear(owner)).rejects.toMatchObject({
    message: 'Backup failed. Nothing was deleted.',
    cause: { code: 'unavailable' },
  })
  expect(await everything(app)).toEqual(before)
  expect(app.log()).toContain('backup failed: no data was cleared')
})

test('deletes nothing and leaves no partial backup when a photo cannot be copied', async ({ app }) => {
  await aFullCustomer(app)
  const owner = await app.staff()
  const [lost = ''] = app.storage.objects.keys()
  app.storage.objects.delete(lost)
  const before = await everything(app)
  await expect(clear(owner)).rejects.toThrow('Nothing was deleted')
  expect(await everything(app)).toEqual(before)
  expect(backups(app)).toEqual([])
})

test('makes a second backup when data was written during the first', async ({ app, customer }) => {
  await aSubmission(app, customer)
  const owner = await app.staff()
  const { storage } = app.ctx
  let late = ''
  app.ctx.storage = {
    ...storage,
    copyOut: async (key, file) => {
      await storage.copyOut(key, file)
      late ||= await aSubmission(app, customer, { cardNumber: 'X2MW 9QP4 7TLZ 6KRE' })
    },
  }
  const { backup } = await clear(owner)
  expect(backups(app)).toHaveLength(2)
  using unpacked = tempFolder()
  await verifyBackup(app.ctx.keyring, path.join(app.ctx.config.backupDir, backup), unpacked.path)
  using copy = new DisposableCopy(path.join(unpacked.path, 'exchange.sqlite'))
  expect(copy.ids('submissions')).toContain(late)
  expect(await app.ctx.db.selectFrom('submissions').select('id').execute()).toEqual([])
})

test('deletes nothing when submissions arrive during every backup', async ({ app, customer }) => {
  await aSubmission(app, customer)
  const owner = await app.staff()
  const { storage } = app.ctx
  app.ctx.storage = {
    ...storage,
    copyOut: async (key, file) => {
      await storage.copyOut(key, file)
      await anUpload(app, customer)
    },
  }
  await expect(clear(owner)).rejects.toThrow('Orders came in during the backup. Nothing was deleted.')
  expect(await customer.api.transactions.list()).toHaveLength(1)
  const entries = await app.ctx.db.selectFrom('audit_log').select('action').execute()
  expect(entries.map(({ action }) => action)).not.toContain('data.cleared')
})

test('a concurrent submission is either complete or deleted', async ({ app, staff: owner }) => {
  const customers = await Promise.all(Array.from({ length: 6 }, () => app.customer()))
  const submitting = customers.map(async (customer) => {
    for (let at = 0; at < 5; at++) await aSubmission(app, customer, { cardNumber: `AAAA BBBB CCCC ${1000 + at}` })
  })
  const clearing = clear(owner).catch((error: Error) => error)
  const outcomes = await Promise.allSettled(submitting)
  await clearing
  expect(outcomes).toHaveLength(customers.length)
  const { db } = app.ctx
  const submissions = await db.selectFrom('submissions').select(['id', 'user_id', 'status']).execute()
  for (const { id, user_id } of submissions) {
    expect(await db.selectFrom('users').select('id').where('id', '=', user_id).execute()).toHaveLength(1)
    expect(await db.selectFrom('status_changes').select('id').where('submission_id', '=', id).execute()).toHaveLength(1)
  }
  for (const { id } of await db.selectFrom('files').select('id').execute())
    expect(app.storage.objects.has(id)).toBe(true)
  const broken = await db.executeQuery(CompiledQuery.raw('pragma foreign_key_check'))
  expect(broken.rows).toEqual([])
})

test('files left by a crash after the commit are swept', async ({ app }) => {
  await aFullCustomer(app)
  const owner = await app.staff()
  const { storage } = app.ctx
  app.ctx.storage = { ...storage, remove: () => Promise.reject(new Error('the power is gone')) }
  expect((await clear(owner)).message).toBe('Data Cleared Successfully')
  // Four photos, each with a rendition, and the picture of a problem, which is shown as it came.
  expect(app.storage.objects.size).toBe(9)
  app.ctx.storage = storage
  for (const object of app.storage.objects.values()) object.writtenAt = app.clock.now().getTime()
  app.clock.advance(2 * 60 * 60 * 1000)
  expect(await sweepOrphans(app.ctx)).toBe(9)
  expect(app.storage.objects.size).toBe(0)
})

test('rejects a second run while one is running', async ({ app }) => {
  await app.customer()
  const owner = await app.staff()
  const both = await Promise.allSettled([clear(owner), clear(owner)])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { message: 'The data is already being cleared.' },
  })
  expect(backups(app)).toHaveLength(1)
})

class DisposableCopy implements Disposable {
  readonly #database: SQLite.Database
  constructor(file: string) {
    this.#database = new SQLite(file, { readonly: true })
  }
  ids(table: string): string[] {
    return this.#database.prepare<[], string>(`select id from ${table}`).pluck().all()
  }
  [Symbol.dispose](): void {
    this.#database.close()
  }
}

test('deletes nothing when the owner is disabled during the backup', async ({ app }) => {
  await aFullCustomer(app)
  const [owner, colleague] = [await app.staff(), await app.colleague('owner')]
  const { storage } = app.ctx
  let isDisabled = false
  app.ctx.storage = {
    ...storage,
    copyOut: async (key, file) => {
      await storage.copyOut(key, file)
      if (!isDisabled) await owner.api.admin.staff.setActive({ id: colleague.id, isActive: false })
      isDisabled = true
    },
  }
  await expect(clear(colleague)).rejects.toMatchObject({ cause: { code: 'unauthorized' } })
  expect(isDisabled).toBe(true)
  expect(await app.ctx.db.selectFrom('submissions').select('id').execute()).not.toEqual([])
  expect(backups(app)).toHaveLength(1)
})
