import { expect } from 'vitest'
import { test } from '../testing/test-support/app-test.ts'
import { anUpload, aSubmission } from '../testing/test-support/factories.ts'
import { createTestApp, type Person } from '../testing/test-support/test-app.ts'

test('returns all status changes with reasons, oldest first', async ({ app, customer, staff }) => {
  const id = await aSubmission(app, customer)
  app.clock.advance(60_000)
  await staff.api.admin.submissions.setStatus({ submissionId: id, status: 'processing' })
  app.clock.advance(60_000)
  await staff.api.admin.submissions.setStatus({
    submissionId: id,
    status: 'rejected',
    reason: 'The photo is too dark.',
  })
  const submission = await customer.api.transactions.get({ id })
  expect(submission).toMatchObject({ id, cardBrand: 'apple', status: 'rejected', cardNumber: '•••• 6KRD' })
  expect(submission.history).toMatchObject([
    { from: null, to: 'pending', reason: null, by: 'You' },
    { from: 'pending', to: 'processing', reason: null, by: 'Support' },
    { from: 'processing', to: 'rejected', reason: 'The photo is too dark.', by: 'Support' },
  ])
  expect(submission.history[2]?.at).toBe(app.clock.now().toISOString())
})

test('contains no name of staff and no secret of the card', async ({ app, customer, staff }) => {
  const id = await aSubmission(app, customer)
  await app.ctx.db.updateTable('users').set({ name: 'Priya Raman' }).where('role', '=', 'owner').execute()
  await staff.api.admin.submissions.setStatus({ submissionId: id, status: 'processing' })
  const response = await app.request('GET', `/api/user/transactions/${id}`, { as: customer })
  expect(response.statusCode).toBe(200)
  expect(response.body).not.toMatch(/Priya|Raman|owner|X2MW|8841|dana_r/)
})

test.each([
  [{ paymentMethod: 'cashapp', paymentDetails: '$dana_r' }, 'Cash App $da…r', 'dana_r'],
  [{ paymentMethod: 'bank', accountNumber: '000123456789', routingNumber: '021000021' }, 'Bank ••6789', '123456789'],
] as const)('masks the destination of %j', async (payout, masked, secret) => {
  await using app = await createTestApp()
  const customer = await app.customer()
  const id = await aSubmission(app, customer, payout)
  const response = await app.request('GET', `/api/user/transactions/${id}`, { as: customer })
  expect(response.json()).toMatchObject({ payoutDestination: masked })
  expect(response.body).not.toContain(secret)
  expect(JSON.stringify(await customer.api.transactions.list())).not.toContain('payoutDestination')
})

test('lists files that their customer alone can open, without an audit entry, until they are purged', async () => {
  await using app = await createTestApp()
  const [customer, other, staff] = [await app.customer(), await app.customer(), await app.staff()]
  const fileIds = [await anUpload(app, customer), await anUpload(app, customer, 'back.png')]
  const submissionId = await aSubmission(app, customer, { cardBrand: 'visa', fileIds })
  const { uploadedFiles } = await customer.api.transactions.get({ id: submissionId })
  expect(uploadedFiles.map(({ id }) => id)).toEqual(fileIds)
  const open = async (as?: Person) => (await app.request('GET', `/api/files/${fileIds[0]}`, { as })).statusCode
  expect([await open(customer), await open(other), await open()]).toEqual([200, 404, 401])
  const entries = app.ctx.db.selectFrom('audit_log').select('id').where('action', '=', 'file.viewed')
  expect(await entries.execute()).toEqual([])
  await staff.api.admin.submissions.setStatus({ submissionId, status: 'completed', version: 1 })
  const purged = await customer.api.transactions.get({ id: submissionId })
  expect(purged).toMatchObject({ uploadedFiles: [], removedAt: app.clock.now().toISOString() })
  expect(await open(customer)).toBe(404)
})

test('rejects foreign, unknown and malformed references and registrations with the same response', async ({ app }) => {
  const [customer, other] = [await app.customer(), await app.customer()]
  const foreign = await aSubmission(app, other)
  const registration = await app.ctx.db
    .selectFrom('submissions')
    .select('id')
    .where('user_id', '=', customer.id)
    .executeTakeFirstOrThrow()
  for (const id of [foreign, registration.id, 'GCE-0000000000', 'x', '%', '__proto__', 'a'.repeat(900)]) {
    const response = await app.request('GET', `/api/user/transactions/${encodeURIComponent(id)}`, { as: customer })
    expect([id, response.statusCode]).toEqual([id, 404])
    expect(response.json()).toEqual({ message: 'Not found.', code: 'not_found', requestId: expect.any(String) })
  }
  expect(await other.api.transactions.get({ id: foreign })).toMatchObject({ id: foreign })
})
