import { expect } from 'vitest'
import { runRetention } from '../operator/operations/retention.ts'
import { DAY_MS } from '../platform/clock.ts'
import { test } from '../testing/test-support/app-test.ts'
import { anUpload, aSubmission } from '../testing/test-support/factories.ts'
import {
  aRejected,
  conflict,
  receiptMissing,
  rowOf,
  unprocessable,
  walmart,
} from '../testing/test-support/rejected-order.ts'
import { createTestApp, customerPassword, type Person, type TestApp } from '../testing/test-support/test-app.ts'
import { purgeDueSecurityCodes } from './purge-submission.ts'

/** New photos beside everything else that changes an order. */

test('refuses an order without the data of its card: after retention, and at once for payment networks', async () => {
  await using app = await createTestApp({ RETENTION_DAYS: '3' })
  const { add, id } = await aRejected(app)
  const visa = await aRejected(app, { cardBrand: 'mastercard' })
  await expect(visa.add()).rejects.toMatchObject({ ...unprocessable, message: expect.stringContaining('any more') })
  app.clock.advance(3 * DAY_MS)
  await runRetention(app.ctx)
  await expect(add()).rejects.toMatchObject(unprocessable)
  expect(await rowOf(app, id)).toMatchObject({ status: 'rejected', card_number_encrypted: null })
})

test('retention leaves an order alone that was reopened, and starts again after the next decision', async () => {
  await using app = await createTestApp({ RETENTION_DAYS: '3' })
  const { add, id, staff } = await aRejected(app)
  app.clock.advance(2 * DAY_MS)
  await add()
  app.clock.advance(2 * DAY_MS)
  const nothing = { codes: 0, numbers: 0, photos: 0 }
  expect(await runRetention(app.ctx)).toEqual(nothing)
  await (await app.staff()).api.admin.submissions.setStatus({ submissionId: id, status: 'rejected', version: 3 })
  app.clock.advance(3 * DAY_MS - 1)
  expect(await runRetention(app.ctx)).toEqual(nothing)
  app.clock.advance(1)
  expect(await runRetention(app.ctx)).toEqual({ codes: 0, numbers: 1, photos: 2 })
  expect(staff).toBeDefined()
})

/** An order with a rejection that can be undone for 8 seconds. */
async function anUndoable(app: TestApp) {
  const [customer, staff] = [await app.customer(), await app.staff()]
  const id = await aSubmission(app, customer, walmart)
  const decision = { submissionId: id, status: 'rejected', reason: receiptMissing, version: 1, undoable: true } as const
  const { version } = await staff.api.admin.submissions.setStatus(decision)
  const fileIds = [await anUpload(app, customer, 'receipt.png')]
  const add = () => customer.api.transactions.addPhotos({ id, fileIds, securityCode: '9876' })
  return { staff, id, add, undo: () => staff.api.admin.review.undoStatus({ submissionId: id, version }) }
}

test('waits until the decision can no longer be undone', async ({ app }) => {
  const { id, add, undo } = await anUndoable(app)
  app.clock.advance(7_999)
  await expect(add()).rejects.toMatchObject({ ...conflict, message: expect.stringContaining('in a few seconds') })
  await undo()
  expect(await rowOf(app, id)).toMatchObject({ status: 'pending', version: 3 })
})

test('an undo after the photos is refused, and its former code does not come back', async ({ app }) => {
  const { staff, id, add, undo } = await anUndoable(app)
  // The job that erases codes has not run yet.
  app.clock.set(app.clock.now().getTime() + 8_000)
  await add()
  await purgeDueSecurityCodes(app.ctx)
  await expect(undo()).rejects.toMatchObject({ cause: { code: 'conflict', detail: { newer: { version: 3 } } } })
  expect(await staff.api.admin.submissions.reveal({ submissionId: id, field: 'securityCode' })).toEqual({
    value: '9876',
  })
  const purges = await app.ctx.db.selectFrom('purges').select(['what', 'subject_id']).execute()
  expect(purges).toEqual([{ what: 'code', subject_id: id }])
})

test('of two requests at once one wins, and the photos of the other stay usable', async ({ app }) => {
  const { customer, id, add } = await aRejected(app)
  const files = [await anUpload(app, customer), await anUpload(app, customer)]
  const answers = await Promise.allSettled(files.map((file) => add({ fileIds: [file] })))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(answers.find(({ status }) => status === 'rejected')).toMatchObject({ reason: conflict })
  const { uploadedFiles, history } = await customer.api.transactions.get({ id })
  expect([uploadedFiles.length, history.length]).toEqual([2, 3])
  const left = files.find((file) => uploadedFiles.every((attached) => attached.id !== file)) ?? ''
  await expect(aSubmission(app, customer, { fileIds: [left] })).resolves.toBeTruthy()
})

test('a decision and new photos at once: the later one is refused', async ({ app }) => {
  const { staff, id, add } = await aRejected(app)
  const complete = () => staff.api.admin.submissions.setStatus({ submissionId: id, status: 'completed', version: 2 })
  const answers = await Promise.allSettled([add(), complete()])
  expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(answers.find(({ status }) => status === 'rejected')).toMatchObject({ reason: conflict })
  expect(await staff.api.admin.submissions.history({ submissionId: id })).toHaveLength(3)
})

test('a repeat with the same key adds nothing, also at the same time', async ({ app }) => {
  const { customer, staff, id, add } = await aRejected(app)
  const photos = { fileIds: [await anUpload(app, customer)], idempotencyKey: 'a-key-of-this-test' }
  const answers = await Promise.all([1, 2, 3].map(() => add(photos)))
  for (const { status, uploadedFiles, history } of answers)
    expect([status, uploadedFiles.length, history.length]).toEqual(['pending', 2, 3])
  await staff.api.admin.submissions.setStatus({
    submissionId: id,
    status: 'rejected',
    reason: receiptMissing,
    version: 3,
  })
  expect(await add(photos)).toMatchObject({ status: 'rejected' })
  await expect(add({ ...photos, securityCode: '1111' })).rejects.toMatchObject(unprocessable)
})

test('an account with a reopened order cannot be deleted, and a deleted one adds nothing', async ({ app }) => {
  const { customer, add } = await aRejected(app)
  await add()
  const deleteAccount = (person: Person) => person.api.account.deleteAccount({ password: customerPassword })
  await expect(deleteAccount(customer)).rejects.toMatchObject(conflict)
  const other = await aRejected(app)
  const fileIds = [await anUpload(app, other.customer)]
  await deleteAccount(other.customer)
  await expect(other.add({ fileIds })).rejects.toMatchObject({ cause: { code: 'unauthorized' } })
})

test('adds nothing after Clear All Data', async ({ app }) => {
  const { customer, id, add } = await aRejected(app)
  const fileIds = [await anUpload(app, customer)]
  const stays = await app.alwaysAllowed(customer)
  await (await app.staff()).api.admin.data.clearAll()
  await expect(add({ fileIds }, stays)).rejects.toMatchObject({ cause: { code: 'not_found' } })
  expect(await app.ctx.db.selectFrom('submissions').select('id').where('id', '=', id).execute()).toEqual([])
})

test('counts as an order, and a repeat does not', async () => {
  await using app = await createTestApp({ LIMITS: 'on' })
  const { customer, add } = await aRejected(app)
  const hits = async () =>
    (
      await app.ctx.db
        .selectFrom('limit_counts')
        .select('hits')
        .where('key', 'like', 'submitCustomer:%')
        .executeTakeFirstOrThrow()
    ).hits
  const photos = { fileIds: [await anUpload(app, customer)], idempotencyKey: 'a-key-of-this-test' }
  await expect(add({ ...photos, securityCode: '' })).rejects.toThrow('Security code is required')
  const before = await hits()
  await add(photos)
  await add(photos)
  expect((await hits()) - before).toBe(1)
})
