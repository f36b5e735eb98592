import { expect, test } from 'vitest'
import { aSubmission } from '../test-support/factories.ts'
import { createTestApp } from '../test-support/test-app.ts'

test('returns all status changes with reasons, oldest first', async () => {
  await using app = await createTestApp()
  const [customer, staff] = [await app.customer(), await app.staff()]
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

test('contains no name of staff and no secret of the card', async () => {
  await using app = await createTestApp()
  const [customer, staff] = [await app.customer(), await app.staff()]
  const id = await aSubmission(app, customer)
  await app.ctx.db.updateTable('users').set({ name: 'Priya Raman' }).where('role', '=', 'owner').execute()
  await staff.api.admin.submissions.setStatus({ submissionId: id, status: 'processing' })
  const response = await app.request('GET', `/api/user/transactions/${id}`, { as: customer })
  expect(response.statusCode).toBe(200)
  expect(response.body).not.toMatch(/Priya|Raman|owner|X2MW|8841|dana_r/)
})

test('rejects foreign, unknown and malformed references and registrations with the same response', async () => {
  await using app = await createTestApp()
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
