import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { verifyLog } from '../../audit/verify-log.ts'
import { decryptDestination } from '../../payouts/destination.ts'
import { listDataKeys, verifyKeyring } from '../../platform/encryption/open-keyring.ts'
import { createS3Storage } from '../../platform/storage/s3-storage.ts'
import { aFullCustomer } from '../../testing/test-support/dump-database.ts'
import { aSubmission } from '../../testing/test-support/factories.ts'
import { faultWhen, patient, startFaultyStore } from '../../testing/test-support/faulty-store.ts'
import { anApproval } from '../../testing/test-support/payouts.ts'
import { startS3Server } from '../../testing/test-support/s3-server.ts'
import { tempFolder } from '../../testing/test-support/temp-folder.ts'
import { createTestApp, type Person, type TestApp } from '../../testing/test-support/test-app.ts'
import { reEncryptEverything } from './re-encrypt.ts'
import { runRetention } from './retention.ts'
import { type KeyContext, listKeyUsage, retireKey, rotateKeys } from './rotate-keys.ts'

const cardNumber = 'X2MW 9QP4 7TLZ 6KRD'

/** The site on one folder, restarted with the objects of the previous one. */
async function started(folder: string, before?: TestApp, variables: NodeJS.ProcessEnv = {}): Promise<TestApp> {
  await before?.[Symbol.asyncDispose]()
  const database = `sqlite:${folder}/exchange.sqlite`
  const app = await createTestApp({ DATA_DIR: folder, DATABASE_URL: database, ...variables })
  for (const [key, object] of before?.storage.objects ?? []) app.storage.objects.set(key, object)
  return app
}

function keyContext({ ctx }: TestApp): KeyContext {
  const { dataKeys, dataDir } = ctx.config
  return { ...ctx, source: { dataKeys, keyFile: path.join(dataDir, 'data-keys') } }
}

const usage = async (app: TestApp) => {
  const context = keyContext(app)
  return listKeyUsage(context.db, context.storage, await verifyKeyring(context.db, context.source))
}
const stateOf = async (app: TestApp, id: string) => (await usage(app)).find((key) => key.id === id)
const flagsOf = async (staff: Person, submissionId: string) =>
  (await staff.api.admin.review.get({ submissionId })).flags.map((flag) => `${flag.kind} ${flag.submissionId}`).sort()
const reveal = async (staff: Person, submissionId: string) =>
  (await staff.api.admin.submissions.reveal({ submissionId, field: 'cardNumber' })).value

test('re-encrypts everything with a new key and retires the old one', async () => {
  using folder = tempFolder()
  let app = await started(folder.path)
  const [customer, marcus] = [await aFullCustomer(app), await app.customer('Marcus Bell')]
  const first = await aSubmission(app, customer, { cardNumber, idempotencyKey: 'the-first-of-them' })
  const purged = await aSubmission(app, customer, { cardNumber, cardBrand: 'mastercard' })
  await (await app.staff()).api.admin.submissions.setStatus({ submissionId: purged, status: 'completed' })
  expect(await rotateKeys(keyContext(app))).toEqual({ id: 'k2', isInFile: true })
  const entries = app.ctx.db.selectFrom('audit_log').selectAll().where('action', '=', 'keys.rotated')
  expect(await entries.execute()).toMatchObject([{ actor_id: null, object_id: 'k2' }])
  expect(statSync(path.join(folder.path, 'data-keys')).mode & 0o777).toBe(0o600)
  // The running server continues with its key.
  const during = await aSubmission(app, customer, { cardNumber })
  expect(await stateOf(app, 'k2')).toMatchObject({ state: 'waits for a restart', values: 0, files: 0 })
  await expect(rotateKeys(keyContext(app))).rejects.toThrow("'k2' is not in use yet: restart the server first.")

  app = await started(folder.path, app)
  let staff = await app.staff()
  const other = await app.signInAgain(marcus)
  const later = await aSubmission(app, other, { cardNumber })
  const again = await aSubmission(app, other, { cardNumber, cardBrand: 'mastercard' })
  const sameCard = [first, during].map((id) => `same-card ${id}`).sort()
  const duplicates = async () => (await flagsOf(staff, later)).filter((flag) => flag.startsWith('same-card'))
  // Fingerprints match before, during and after the re-encryption.
  expect(await duplicates()).toEqual(expect.arrayContaining(sameCard))
  await expect(retireKey(keyContext(app), 'k1')).rejects.toThrow("The data key 'k1' is still needed")
  await expect(retireKey(keyContext(app), 'k2')).rejects.toThrow("'k2' is the active one")
  await expect(retireKey(keyContext(app), 'k7')).rejects.toThrow("There is no data key 'k7'.")

  const reEncrypted = await reEncryptEverything(app.ctx)
  expect(reEncrypted).toMatchObject({ unreadable: 0 })
  expect(reEncrypted.values).toBeGreaterThan(20)
  expect(await stateOf(app, 'k1')).toMatchObject({ state: 'nothing left', values: 0, files: 0 })
  expect(await stateOf(app, 'k2')).toMatchObject({ state: 'active', files: app.storage.objects.size })
  expect(await reEncryptEverything(app.ctx)).toEqual({ values: 0, files: 0, unreadable: 0 })
  expect(await duplicates()).toEqual(expect.arrayContaining(sameCard))
  expect(await retireKey(keyContext(app), 'k1')).toEqual({ isInFile: true })
  expect(readFileSync(path.join(folder.path, 'data-keys'), 'utf8')).toMatch(/^k2:[^,]+\n$/)

  app = await started(folder.path, app)
  staff = await app.staff()
  expect(app.ctx.keyring.ids).toEqual(['k2'])
  for (const id of [first, during, later]) expect(await reveal(staff, id)).toBe(cardNumber)
  const { data } = await staff.api.admin.submissions.list({ search: first })
  const photo = await app.request('GET', `/api/files/${data[0]?.uploadedFiles[0]?.id}?download=original`, { as: staff })
  expect(photo.statusCode).toBe(200)
  expect(photo.rawPayload.length).toBe(data[0]?.uploadedFiles[0]?.fileSize)
  expect(await duplicates()).toEqual(expect.arrayContaining(sameCard))
  // Its number was purged, so its fingerprint is still under the old key.
  expect(await flagsOf(staff, again)).toContain(`same-card ${purged}`)
  const { count, problem } = await verifyLog(app.ctx.db, app.ctx.keyring)
  expect(problem).toBeUndefined()
  expect(count).toBeGreaterThan(5)
  expect((await staff.api.admin.audit.list({})).entries.map(({ action }) => action)).toContain('keys.retired')

  // A third key also re-encrypts the kept keys of the first.
  expect((await rotateKeys(keyContext(app))).id).toBe('k3')
  app = await started(folder.path, app)
  await reEncryptEverything(app.ctx)
  await retireKey(keyContext(app), 'k2')
  app = await started(folder.path, app)
  staff = await app.staff()
  expect(await flagsOf(staff, again)).toContain(`same-card ${purged}`)
  expect((await verifyLog(app.ctx.db, app.ctx.keyring)).problem).toBeUndefined()
  expect(await reveal(staff, first)).toBe(cardNumber)
  await app[Symbol.asyncDispose]()
})

test('logs and keeps undecryptable values, and does not retire their key', async () => {
  using folder = tempFolder()
  let app = await started(folder.path)
  const customer = await app.customer()
  const [broken, whole] = [await aSubmission(app, customer), await aSubmission(app, customer)]
  await rotateKeys(keyContext(app))
  app = await started(folder.path, app)
  const { db } = app.ctx
  const row = await db.selectFrom('submissions').selectAll().where('id', '=', broken).executeTakeFirstOrThrow()
  const card_number_encrypted = `${row.card_number_encrypted?.slice(0, -2)}AA`
  await db.updateTable('submissions').set({ card_number_encrypted }).where('id', '=', broken).execute()
  expect((await reEncryptEverything(app.ctx)).unreadable).toBe(1)
  expect(app.log()).toContain('could not decrypt a value')
  expect(await reveal(await app.staff(), whole)).toBe(cardNumber)
  expect(await stateOf(app, 'k1')).toMatchObject({ state: 'former', values: 1 })
  await expect(retireKey(keyContext(app), 'k1')).rejects.toThrow('1 values and 0 files are encrypted with it')
  await app[Symbol.asyncDispose]()
})

test('an upload that a crash interrupted does not keep a former key in use', async () => {
  using folder = tempFolder()
  let app = await started(folder.path)
  await aSubmission(app, await app.customer())
  const [[key, { bytes }] = ['', { bytes: Buffer.alloc(0) }]] = [...app.storage.objects]
  await rotateKeys(keyContext(app))
  app = await started(folder.path, app)
  const writtenAt = app.ctx.clock.now().getTime()
  app.storage.objects.set('interrupted', { bytes: Buffer.alloc(0), writtenAt })
  expect(await reEncryptEverything(app.ctx)).toMatchObject({ unreadable: 0 })
  expect(await stateOf(app, 'k1')).toMatchObject({ state: 'nothing left', files: 0 })

  app.storage.objects.set(key, { bytes: bytes.subarray(0, -1), writtenAt })
  app = await started(folder.path, app)
  await app.ctx.db.updateTable('data_keys').set({ re_encrypted_at: null }).execute()
  expect(await reEncryptEverything(app.ctx)).toMatchObject({ unreadable: 1 })
  await app[Symbol.asyncDispose]()
})

test('re-encrypts files in a bucket; a failing store ends the run, and the next one continues', async () => {
  using folder = tempFolder()
  await using server = await startS3Server()
  await using store = await startFaultyStore(server.createBucket())
  const storage = await createS3Storage(store.config, patient)
  let app = await started(folder.path)
  app.ctx.storage = storage
  await aSubmission(app, await app.customer())
  await rotateKeys(keyContext(app))
  app = await started(folder.path, app)
  app.ctx.storage = storage
  store.faultOf = faultWhen(/^PUT.*x-id=PutObject/, { status: 503, code: 'SlowDown' })
  await expect(reEncryptEverything(app.ctx)).rejects.toMatchObject({ code: 'unavailable' })
  expect(app.log()).not.toContain('could not decrypt')
  expect(await stateOf(app, 'k1')).toMatchObject({ state: 'former', files: 2 })
  store.faultOf = () => undefined
  expect(await reEncryptEverything(app.ctx)).toMatchObject({ files: 2, unreadable: 0 })
  expect(await stateOf(app, 'k1')).toMatchObject({ state: 'nothing left', files: 0 })
  await app[Symbol.asyncDispose]()
})

test('re-encryption does not restore a value purged in between', async () => {
  using folder = tempFolder()
  let app = await started(folder.path)
  const customer = await app.customer()
  const submissionId = await aSubmission(app, customer, { cardBrand: 'mastercard' })
  await rotateKeys(keyContext(app))
  app = await started(folder.path, app)
  const staff = await app.staff()
  await staff.api.admin.submissions.setStatus({ submissionId, status: 'failed', version: 1, undoable: true })
  app.clock.advance(60_000)
  await Promise.all([reEncryptEverything(app.ctx), runRetention(app.ctx)])
  const row = app.ctx.db.selectFrom('submissions').selectAll().where('id', '=', submissionId)
  expect(await row.executeTakeFirstOrThrow()).toMatchObject({
    card_number_encrypted: null,
    security_code_encrypted: null,
  })
  expect(app.storage.objects.size).toBe(0)
  await app[Symbol.asyncDispose]()
})

test('with DATA_KEYS it creates no key and returns the id to use', async () => {
  using folder = tempFolder()
  const key = () => Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64')
  const [k1, k2] = [`k1:${key()}`, `k2:${key()}`]
  let app = await started(folder.path, undefined, { DATA_KEYS: k1 })
  const submissionId = await aSubmission(app, await app.customer())
  expect(await rotateKeys(keyContext(app))).toEqual({ id: 'k2', isInFile: false })
  app = await started(folder.path, app, { DATA_KEYS: `${k2},${k1}` })
  await reEncryptEverything(app.ctx)
  expect(await retireKey(keyContext(app), 'k1')).toEqual({ isInFile: false })
  app = await started(folder.path, app, { DATA_KEYS: k2 })
  expect(await reveal(await app.staff(), submissionId)).toBe(cardNumber)
  expect((await listDataKeys(app.ctx.db)).map(({ key_id }) => key_id)).toEqual(['k1', 'k2'])
  await app[Symbol.asyncDispose]()
  await expect(started(folder.path, undefined, { DATA_KEYS: `${k1},${k2}` })).rejects.toThrow("'k1' is retired")
})

test('re-encrypts where payouts go, and renews the fingerprints of their accounts', async () => {
  using folder = tempFolder()
  let app = await started(folder.path)
  const { payoutId } = await anApproval(app, await app.customer(), await app.staff())
  const payout = async () =>
    app.ctx.db.selectFrom('payouts').selectAll().where('id', '=', payoutId).executeTakeFirstOrThrow()
  const before = await payout()
  const details = decryptDestination(app.ctx.keyring, before)
  await rotateKeys(keyContext(app))
  app = await started(folder.path, app)
  await reEncryptEverything(app.ctx)
  const after = await payout()
  expect(after.details_encrypted?.startsWith('k2.')).toBe(true)
  expect(after.payout_fingerprint).toMatch(/^k2\./)
  expect(before.payout_fingerprint).toMatch(/^k1\./)
  expect(decryptDestination(app.ctx.keyring, after)).toEqual(details)
  await app[Symbol.asyncDispose]()
})
