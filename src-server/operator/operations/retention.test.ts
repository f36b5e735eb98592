import { expect } from 'vitest'
import type { SubmitInput } from '#shared/submission-schema.ts'
import { DAY_MS } from '../../platform/clock.ts'
import { test } from '../../testing/test-support/app-test.ts'
import { anUpload, aSubmission } from '../../testing/test-support/factories.ts'
import { createTestApp, customerPassword, type TestApp } from '../../testing/test-support/test-app.ts'
import { runRetention } from './retention.ts'

const nothing = { codes: 0, numbers: 0, photos: 0 }

const rowOf = ({ ctx }: TestApp, id: string) =>
  ctx.db.selectFrom('submissions').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const purges = async ({ ctx }: TestApp) =>
  (await ctx.db.selectFrom('purges').selectAll().orderBy('what').execute()).map(
    ({ what, subject_id }) => `${what} ${subject_id}`,
  )

async function anEnded(app: TestApp, changes: Partial<SubmitInput> = {}) {
  const [customer, staff] = [await app.customer(), await app.staff()]
  const fileIds = [await anUpload(app, customer), await anUpload(app, customer, 'back.png')]
  const full = { expiringDate: '12/31', additionalInfo: 'Under the foil', fileIds, ...changes }
  const submissionId = await aSubmission(app, customer, full)
  await staff.api.admin.submissions.setStatus({ submissionId, status: 'completed', version: 1 })
  return { customer, staff, submissionId, fileIds }
}

/** What is left of a submission after retention. */
const gone = {
  card_number_encrypted: null,
  security_code_encrypted: null,
  expiring_date_encrypted: null,
  additional_info_encrypted: null,
  card_number_masked: '•••• 6KRD',
  payout_details_encrypted: expect.any(String),
}

test('purges number, expiry, notes and photos exactly 30 days after the final status', async ({ app }) => {
  const { submissionId, fileIds } = await anEnded(app)
  app.clock.advance(30 * DAY_MS - 1)
  expect(await runRetention(app.ctx)).toEqual(nothing)
  // Two photos and their renditions.
  expect(app.storage.objects.size).toBe(4)
  app.clock.advance(1)
  expect(await runRetention(app.ctx)).toEqual({ codes: 0, numbers: 1, photos: 2 })
  expect(await rowOf(app, submissionId)).toMatchObject({ ...gone, purged_at: app.clock.now().toISOString() })
  expect(app.storage.objects.size).toBe(0)
  expect(await app.ctx.db.selectFrom('files').selectAll().where('id', 'in', fileIds).execute()).toEqual([])
  expect(await purges(app)).toEqual([`code ${submissionId}`, `number ${submissionId}`, `photos ${submissionId}`])
  expect(await runRetention(app.ctx)).toEqual(nothing)
})

test('RETENTION_DAYS sets the number of days', async () => {
  await using app = await createTestApp({ RETENTION_DAYS: '3' })
  await anEnded(app)
  app.clock.advance(3 * DAY_MS - 1)
  expect(await runRetention(app.ctx)).toEqual(nothing)
  app.clock.advance(1)
  expect(await runRetention(app.ctx)).toEqual({ codes: 0, numbers: 1, photos: 2 })
})

test.each(['visa', 'walmart-visa', 'mastercard', 'american-express', 'vanilla'])(
  'a %s card is purged in the transaction of a decision that cannot be undone',
  async (cardBrand) => {
    await using app = await createTestApp()
    const { submissionId } = await anEnded(app, { cardBrand })
    expect(await rowOf(app, submissionId)).toMatchObject(gone)
    expect(app.storage.objects.size).toBe(0)
    expect(await purges(app)).toHaveLength(3)
  },
)

test('purges nothing during the undo window', async ({ app, customer, staff }) => {
  const fileIds = [await anUpload(app, customer), await anUpload(app, customer, 'back.png')]
  const submissionId = await aSubmission(app, customer, { cardBrand: 'visa', fileIds })
  await staff.api.admin.submissions.setStatus({ submissionId, status: 'rejected', version: 1, undoable: true })
  app.clock.advance(7_999)
  expect(await runRetention(app.ctx)).toEqual(nothing)
  app.clock.advance(1)
  expect(await runRetention(app.ctx)).toEqual({ codes: 1, numbers: 1, photos: 2 })
  await expect(staff.api.admin.review.undoStatus({ submissionId, version: 2 })).rejects.toThrow(
    'It is too late to undo',
  )
})

test('never purges an open submission, and restarts the period when one is reopened', async ({ app }) => {
  const { staff, submissionId, customer } = await anEnded(app)
  await aSubmission(app, customer, { cardNumber: 'X2MW 9QP4 7TLZ 6KRE' })
  app.clock.advance(29 * DAY_MS)
  const again = await app.staff()
  await again.api.admin.submissions.setStatus({ submissionId, status: 'processing', version: 2, payout: 'sent' })
  app.clock.advance(60 * DAY_MS)
  expect(await runRetention(app.ctx)).toEqual(nothing)
  const later = await app.staff()
  await later.api.admin.submissions.setStatus({ submissionId, status: 'failed', version: 3 })
  // The code was purged at the first final status.
  expect(await rowOf(app, submissionId)).toMatchObject({ security_code_encrypted: null })
  app.clock.advance(30 * DAY_MS)
  expect(await runRetention(app.ctx)).toEqual({ codes: 0, numbers: 1, photos: 2 })
  expect(staff).toBeDefined()
})

test('reopening does not restore purged data', async ({ app }) => {
  const { staff, submissionId } = await anEnded(app, { cardBrand: 'visa' })
  await staff.api.admin.submissions.setStatus({ submissionId, status: 'pending', version: 2, payout: 'sent' })
  expect(await rowOf(app, submissionId)).toMatchObject({ ...gone, status: 'pending' })
})

test('another decision on a final submission does not extend the period', async ({ app }) => {
  const { submissionId } = await anEnded(app)
  app.clock.advance(29 * DAY_MS)
  const staff = await app.staff()
  await staff.api.admin.submissions.setStatus({ submissionId, status: 'failed', version: 2, payout: 'sent' })
  app.clock.advance(DAY_MS)
  expect(await runRetention(app.ctx)).toEqual({ codes: 0, numbers: 1, photos: 2 })
})

test('the purge log records a deleted account and cleared data, and is append-only', async ({ app }) => {
  const { customer, staff, submissionId } = await anEnded(app)
  await customer.api.account.deleteAccount({ password: customerPassword })
  expect(await purges(app)).toEqual([`account ${customer.id}`, `code ${submissionId}`])
  expect(await rowOf(app, submissionId)).toMatchObject({ purged_at: expect.any(String) })
  await staff.api.admin.data.clearAll()
  expect(await purges(app)).toContain('all all')
  const log = app.ctx.db
  await expect(log.deleteFrom('purges').execute()).rejects.toThrow('append-only')
  await expect(log.updateTable('purges').set({ what: 'code' }).execute()).rejects.toThrow('append-only')
})

test('a storage failure delays the removal of bytes, not the purge', async ({ app }) => {
  const { submissionId } = await anEnded(app)
  const { remove } = app.storage
  app.storage.remove = () => Promise.reject(new Error('EIO'))
  app.clock.advance(30 * DAY_MS)
  expect(await runRetention(app.ctx)).toMatchObject({ numbers: 1, photos: 2 })
  expect(await rowOf(app, submissionId)).toMatchObject(gone)
  expect(app.log()).toContain('could not remove a purged photo, leaving it to the sweep')
  app.storage.remove = remove
})

test('marks purged data for staff, the customer, reveal and the CSV file', async ({ app }) => {
  const { customer, staff, submissionId } = await anEnded(app, { cardBrand: 'visa' })
  const removedAt = app.clock.now().toISOString()
  const seen = { cardNumber: '•••• 6KRD', uploadedFiles: [], removedAt }
  expect((await staff.api.admin.submissions.list({ status: 'completed' })).data).toMatchObject([seen])
  expect((await staff.api.admin.review.get({ submissionId })).submission).toMatchObject(seen)
  expect(await customer.api.transactions.list()).toMatchObject([seen])
  for (const field of ['cardNumber', 'securityCode'] as const) {
    const body = { field }
    const answer = await app.request('POST', `/api/admin/submissions/${submissionId}/reveal`, { as: staff, body })
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ message: 'Removed for security: this is not kept any longer.' })
  }
  const csv = await app.request('GET', '/api/admin/submissions.csv?status=completed', { as: staff })
  expect(csv.body).toContain('Number and photos removed\r\n')
  expect(csv.body).toMatch(new RegExp(`•••• 6KRD,.*,${removedAt}\\r\\n`))
})
