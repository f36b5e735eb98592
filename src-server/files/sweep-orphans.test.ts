import { expect, test } from 'vitest'
import { anUpload, aSubmission } from '../testing/makers.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { sweepOrphans } from './sweep-orphans.ts'

const HOUR_MS = 60 * 60 * 1000

/** Bytes in storage that no row mentions, written so long ago. */
function unrecorded(app: TestApp, key: string, ageMs: number): void {
  app.storage.objects.set(key, { bytes: Buffer.from('x'), writtenAt: app.clock.now().getTime() - ageMs })
}

/** Storage keeps the machine's time; here its objects are as old as the test's clock says. */
function writtenNow(app: TestApp): void {
  for (const object of app.storage.objects.values()) object.writtenAt = app.clock.now().getTime()
}

test('an upload nobody submitted stays 24 hours, then goes with its bytes', async () => {
  await using app = await createTestApp()
  await anUpload(app, await app.customer())
  writtenNow(app)
  app.clock.advance(24 * HOUR_MS)
  expect(await sweepOrphans(app.ctx)).toBe(0)
  // The photo, and the picture that was drawn of it.
  expect(app.storage.objects.size).toBe(2)
  app.clock.advance(1)
  expect(await sweepOrphans(app.ctx)).toBe(2)
  expect(app.storage.objects.size).toBe(0)
  expect(await app.ctx.db.selectFrom('files').select('id').execute()).toEqual([])
})

test('a submitted file is never swept', async () => {
  await using app = await createTestApp()
  await aSubmission(app, await app.customer())
  writtenNow(app)
  app.clock.advance(365 * 24 * HOUR_MS)
  expect(await sweepOrphans(app.ctx)).toBe(0)
  expect(app.storage.objects.size).toBe(2)
})

test('bytes no row mentions stay an hour: their request may still be running', async () => {
  await using app = await createTestApp()
  unrecorded(app, 'young', HOUR_MS - 1)
  unrecorded(app, 'old', HOUR_MS + 1)
  expect(await sweepOrphans(app.ctx)).toBe(1)
  expect([...app.storage.objects.keys()]).toEqual(['young'])
})

test('an upload of today is kept although its bytes are older than an hour', async () => {
  await using app = await createTestApp()
  await anUpload(app, await app.customer())
  const stored = [...app.storage.objects.keys()]
  writtenNow(app)
  app.clock.advance(5 * HOUR_MS)
  expect(await sweepOrphans(app.ctx)).toBe(0)
  expect([...app.storage.objects.keys()]).toEqual(stored)
})

test('sweeping again finds nothing', async () => {
  await using app = await createTestApp()
  unrecorded(app, 'old', 2 * HOUR_MS)
  await sweepOrphans(app.ctx)
  expect(await sweepOrphans(app.ctx)).toBe(0)
})
