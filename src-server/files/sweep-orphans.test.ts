import { copyFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'vitest'
import { HOUR_MS, timestamp } from '../platform/clock.ts'
import { inTransaction } from '../platform/db/database.ts'
import { emptyWriteAheadLog } from '../platform/db/write-ahead-log.ts'
import { notePurge } from '../platform/encryption/purge-queries.ts'
import { createDiskStorage } from '../platform/storage/disk-storage.ts'
import { test } from '../testing/test-support/app-test.ts'
import { anUpload, aSubmission } from '../testing/test-support/factories.ts'
import { tempFolder } from '../testing/test-support/temp-folder.ts'
import { createTestApp, type TestApp } from '../testing/test-support/test-app.ts'
import { insertFile } from './file-queries.ts'
import { sweepOrphans } from './sweep-orphans.ts'

/** Adds an object without a row, written `ageMs` ago. */
function unrecorded(app: TestApp, key: string, ageMs: number): void {
  app.storage.objects.set(key, { bytes: Buffer.from('x'), writtenAt: app.clock.now().getTime() - ageMs })
}

/** Storage uses the system time; this sets its objects to the time of the test clock. */
function writtenNow(app: TestApp): void {
  for (const object of app.storage.objects.values()) object.writtenAt = app.clock.now().getTime()
}

test('keeps an abandoned upload for 24 hours, then deletes row and objects', async ({ app }) => {
  await anUpload(app, await app.customer())
  writtenNow(app)
  app.clock.advance(24 * HOUR_MS)
  expect(await sweepOrphans(app.ctx)).toBe(0)
  // The photo and its rendition.
  expect(app.storage.objects.size).toBe(2)
  app.clock.advance(1)
  expect(await sweepOrphans(app.ctx)).toBe(2)
  expect(app.storage.objects.size).toBe(0)
  expect(await app.ctx.db.selectFrom('files').select('id').execute()).toEqual([])
})

test('never sweeps a submitted file', async ({ app }) => {
  await aSubmission(app, await app.customer())
  writtenNow(app)
  app.clock.advance(365 * 24 * HOUR_MS)
  expect(await sweepOrphans(app.ctx)).toBe(0)
  expect(app.storage.objects.size).toBe(2)
})

test('keeps objects without rows for an hour, because their request may be running', async ({ app }) => {
  unrecorded(app, 'young', HOUR_MS - 1)
  unrecorded(app, 'old', HOUR_MS + 1)
  expect(await sweepOrphans(app.ctx)).toBe(1)
  expect([...app.storage.objects.keys()]).toEqual(['young'])
})

test('keeps a recent upload although its objects are older than an hour', async ({ app }) => {
  await anUpload(app, await app.customer())
  const stored = [...app.storage.objects.keys()]
  writtenNow(app)
  app.clock.advance(5 * HOUR_MS)
  expect(await sweepOrphans(app.ctx)).toBe(0)
  expect([...app.storage.objects.keys()]).toEqual(stored)
})

test('deletes nothing in a second sweep', async ({ app }) => {
  unrecorded(app, 'old', 2 * HOUR_MS)
  await sweepOrphans(app.ctx)
  expect(await sweepOrphans(app.ctx)).toBe(0)
})

test.each([
  ['20 of 20', 20, 0, 20],
  ['21 of 21', 21, 0, 0],
  ['40 of 400', 40, 360, 40],
  ['41 of 400', 41, 359, 0],
  ['100 of 2,000', 100, 1_900, 100],
  ['101 of 2,000', 101, 1_899, 0],
])('deletes objects without rows only up to what a crash can leave: %s', async (_, old, young, removed) => {
  await using app = await createTestApp({ METRICS_PORT: '9100' })
  for (let at = 0; at < old; at++) unrecorded(app, `old${at}`, 2 * HOUR_MS)
  for (let at = 0; at < young; at++) unrecorded(app, `young${at}`, 0)
  expect(await sweepOrphans(app.ctx)).toBe(removed)
  expect(app.storage.objects.size).toBe(old + young - removed)
  const withheld = removed === 0 ? old : 0
  expect(app.log().includes('many stored files are not in the database: nothing is swept')).toBe(withheld > 0)
  expect(await app.metrics?.text()).toContain(`gce_files_without_row ${withheld}\n`)
})

test('deletes any number of abandoned uploads', async ({ app }) => {
  const { id: ownerId } = await app.customer()
  for (let at = 0; at < 150; at++) {
    const file = { id: `burst${at}`, file_name: 'a.png', file_size: 1, mime_type: 'image/png', sha256: '' } as const
    const uploaded = { ...file, uploaded_at: timestamp(app.clock) }
    await inTransaction(app.call, (tx) => insertFile(tx, uploaded, { ownerId, position: 0 }))
    unrecorded(app, file.id, 0)
  }
  app.clock.advance(25 * HOUR_MS)
  expect(await sweepOrphans(app.ctx)).toBe(150)
  expect(app.storage.objects.size).toBe(0)
})

test('deletes any number of objects left by a Clear All Data', async ({ app }) => {
  for (let at = 0; at < 150; at++) unrecorded(app, `cleared${at}`, HOUR_MS)
  await inTransaction(app.call, (tx) => notePurge(tx, { what: 'all', subjectId: 'all', at: timestamp(app.clock) }))
  app.clock.advance(HOUR_MS)
  for (let at = 0; at < 21; at++) unrecorded(app, `later${at}`, 0)
  app.clock.advance(2 * HOUR_MS)
  expect(await sweepOrphans(app.ctx)).toBe(0)
  app.storage.objects.delete('later0')
  expect(await sweepOrphans(app.ctx)).toBe(170)
})

test('keeps the photos of the newer database when an older one is restored', async () => {
  using data = tempFolder()
  const file = path.join(data.path, 'exchange.sqlite')
  const aSite = async () => {
    const app = await createTestApp({ DATA_DIR: data.path, DATABASE_URL: `sqlite:${file}` })
    app.ctx.storage = createDiskStorage(path.join(data.path, 'files'))
    // Disk storage uses the system time.
    app.clock.advance(Date.now() + 2 * HOUR_MS - app.clock.now().getTime())
    return app
  }
  {
    await using app = await aSite()
    const customer = await app.customer()
    await aSubmission(app, customer)
    await emptyWriteAheadLog(app.ctx.db)
    copyFileSync(file, `${file}.older`)
    for (let at = 0; at < 11; at++) await aSubmission(app, customer, { cardNumber: `AAAA BBBB CCCC ${1_000 + at}` })
  }
  copyFileSync(file, `${file}.newer`)
  const stored = readdirSync(path.join(data.path, 'files')).sort()
  expect(stored).toHaveLength(24)
  for (const copy of ['older', 'newer']) {
    copyFileSync(`${file}.${copy}`, file)
    await using app = await aSite()
    expect(await sweepOrphans(app.ctx)).toBe(0)
    expect(app.log().includes('nothing is swept')).toBe(copy === 'older')
    expect(readdirSync(path.join(data.path, 'files')).sort()).toEqual(stored)
  }
})
