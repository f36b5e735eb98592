import { expect } from 'vitest'
import type { Delivered } from '../platform/events/event-bus.ts'
import { test } from '../testing/test-support/app-test.ts'
import { aSubmission } from '../testing/test-support/factories.ts'
import { createTestApp, type TestApp } from '../testing/test-support/test-app.ts'

async function submitted(app: TestApp) {
  const [customer, staff] = [await app.customer(), await app.staff()]
  return { customer, staff, submissionId: await aSubmission(app, customer) }
}

test('shows a decision and its trimmed reason to staff and customer', async ({ app }) => {
  const { customer, staff, submissionId } = await submitted(app)
  app.clock.advance(60_000)
  const reason = '  Your card is being checked.  '
  const answer = await staff.api.admin.submissions.setStatus({ submissionId, status: 'processing', reason })
  expect(answer).toMatchObject({
    id: submissionId,
    status: 'processing',
    statusReason: 'Your card is being checked.',
    version: 2,
    updatedAt: '2026-11-20T12:01:00.000Z',
  })
  expect(await customer.api.transactions.list()).toMatchObject([
    { status: 'processing', statusReason: 'Your card is being checked.' },
  ])
})

test('records every decision in the history with author, time and previous status', async ({ app }) => {
  const { staff, submissionId } = await submitted(app)
  app.clock.advance(60_000)
  await staff.api.admin.submissions.setStatus({ submissionId, status: 'processing', reason: 'checking' })
  await staff.api.admin.submissions.setStatus({ submissionId, status: 'completed' })
  expect(await staff.api.admin.submissions.history({ submissionId })).toMatchObject([
    { from: null, to: 'pending', reason: null, by: 'Dana Reyes', at: '2026-11-20T12:00:00.000Z' },
    { from: 'pending', to: 'processing', reason: 'checking', by: 'owner', at: '2026-11-20T12:01:00.000Z' },
    { from: 'processing', to: 'completed', reason: null, by: 'owner', at: '2026-11-20T12:01:00.000Z' },
  ])
})

test.each([undefined, '', '   '])('treats the reason %j as none and clears the previous one', async (reason) => {
  await using app = await createTestApp()
  const { staff, submissionId } = await submitted(app)
  await staff.api.admin.submissions.setStatus({ submissionId, status: 'processing', reason: 'checking' })
  const answer = await staff.api.admin.submissions.setStatus({ submissionId, status: 'pending', reason })
  expect(answer.statusReason).toBeNull()
})

test('rejects a decision on an old version and changes nothing', async ({ app }) => {
  const { customer, staff, submissionId } = await submitted(app)
  await staff.api.admin.submissions.setStatus({ submissionId, status: 'processing', version: 1 })
  const late = app.request('PATCH', `/api/submissions/${submissionId}/status`, {
    as: staff,
    body: { status: 'rejected', reason: 'too late', version: 1 },
  })
  expect((await late).statusCode).toBe(409)
  expect((await late).json()).toMatchObject({
    code: 'conflict',
    message: 'Someone else has changed this submission. Look at the new status before you decide.',
  })
  expect((await late).json().newer).toEqual((await staff.api.admin.review.get({ submissionId })).submission)
  expect(await customer.api.transactions.list()).toMatchObject([{ status: 'processing', statusReason: null }])
  expect(await staff.api.admin.submissions.history({ submissionId })).toHaveLength(2)
})

test('returns the newer submission with the version conflict', async ({ app }) => {
  const { staff, submissionId } = await submitted(app)
  await staff.api.admin.submissions.setStatus({ submissionId, status: 'processing', reason: 'Checking.' })
  const body = { submissionId, status: 'rejected', version: 1 }
  const { data } = (await app.request('POST', '/trpc/admin.submissions.setStatus', { as: staff, body })).json().error
  expect(data).toMatchObject({ code: 'conflict', httpStatus: 409 })
  expect(data.newer).toMatchObject({ id: submissionId, version: 2, status: 'processing', statusReason: 'Checking.' })
  expect(data.newer.cardNumber).toMatch(/^•••• /)
  expect(JSON.stringify(data)).not.toMatch(/8841|X2MW/)
})

test('accepts exactly one of two concurrent decisions on the same version', async ({ app }) => {
  const { staff, submissionId } = await submitted(app)
  const outcomes = await Promise.allSettled([
    staff.api.admin.submissions.setStatus({ submissionId, status: 'processing', version: 1 }),
    staff.api.admin.submissions.setStatus({ submissionId, status: 'rejected', version: 1 }),
  ])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await staff.api.admin.submissions.history({ submissionId })).toHaveLength(2)
})

test('lets the last writer win without a version and records both decisions', async ({ app }) => {
  const { staff, submissionId } = await submitted(app)
  const patch = (status: string) =>
    app.request('PATCH', `/api/submissions/${submissionId}/status`, { as: staff, body: { status } })
  const responses = await Promise.all([patch('processing'), patch('rejected')])
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  const history = await staff.api.admin.submissions.history({ submissionId })
  const [first, ...decisions] = history.map(({ to }) => to)
  expect([first, ...decisions.toSorted()]).toEqual(['pending', 'processing', 'rejected'])
  const last = decisions.at(-1) as 'processing' | 'rejected'
  const { data } = await staff.api.admin.submissions.list({ status: last })
  expect(data).toMatchObject([{ id: submissionId, version: 3 }])
})

test('rejects a decision on a registration record', async ({ app }) => {
  const { staff } = await submitted(app)
  const { data } = await staff.api.admin.submissions.list({ search: 'User Registration' })
  const submissionId = data[0]?.id ?? ''
  const change = staff.api.admin.submissions.setStatus({ submissionId, status: 'completed' })
  await expect(change).rejects.toMatchObject({ cause: { code: 'unprocessable' } })
  expect(await staff.api.admin.submissions.history({ submissionId })).toHaveLength(1)
})

test('rejects registered as a new status', async ({ app }) => {
  const { staff, submissionId } = await submitted(app)
  const change = staff.api.admin.submissions.setStatus({ submissionId, status: 'registered' as never })
  await expect(change).rejects.toThrow('Unknown status.')
})

test('rejects an unknown submission with not_found', async ({ staff }) => {
  const change = staff.api.admin.submissions.setStatus({ submissionId: 'GCE-0000000000', status: 'completed' })
  await expect(change).rejects.toMatchObject({ cause: { code: 'not_found' } })
})

test.each(['completed', 'rejected', 'failed'] as const)(
  'erases the security code at status %s, also after a later change',
  async (status) => {
    await using app = await createTestApp()
    const { staff, submissionId } = await submitted(app)
    const field = 'securityCode'
    expect(await staff.api.admin.submissions.reveal({ submissionId, field })).toEqual({ value: '8841' })
    const answer = await staff.api.admin.submissions.setStatus({ submissionId, status })
    expect(answer.securityCode).toBeUndefined()
    await expect(staff.api.admin.submissions.reveal({ submissionId, field })).rejects.toMatchObject({
      cause: { code: 'not_found' },
    })
    await staff.api.admin.submissions.setStatus({ submissionId, status: 'pending', payout: 'sent' })
    await expect(staff.api.admin.submissions.reveal({ submissionId, field })).rejects.toMatchObject({
      cause: { code: 'not_found' },
    })
    expect(await staff.api.admin.submissions.reveal({ submissionId, field: 'cardNumber' })).toEqual({
      value: 'X2MW 9QP4 7TLZ 6KRD',
    })
  },
)

test('keeps the security code at a status that is not final', async ({ app }) => {
  const { staff, submissionId } = await submitted(app)
  await staff.api.admin.submissions.setStatus({ submissionId, status: 'processing' })
  expect(await staff.api.admin.submissions.reveal({ submissionId, field: 'securityCode' })).toEqual({ value: '8841' })
})

test('publishes an event with the customer for a decision, none for a rejected one', async ({ app }) => {
  const { customer, staff, submissionId } = await submitted(app)
  const events: Delivered[] = []
  app.ctx.events.listen((event) => events.push(event))
  await staff.api.admin.submissions.setStatus({ submissionId, status: 'processing' })
  await staff.api.admin.submissions.setStatus({ submissionId, status: 'completed', version: 1 }).catch(() => undefined)
  const announced = events.filter(({ name }) => name !== 'audit.written')
  expect(announced).toEqual([{ name: 'submission.status-changed', submissionId, customerId: customer.id }])
})

test('writes audit entries for a decision and its undo, with actor and both statuses', async ({ app }) => {
  const { staff, submissionId } = await submitted(app)
  const { version } = await staff.api.admin.submissions.setStatus({
    submissionId,
    status: 'rejected',
    version: 1,
    undoable: true,
  })
  await staff.api.admin.review.undoStatus({ submissionId, version })
  const entries = await app.ctx.db.selectFrom('audit_log').selectAll().where('object_id', '=', submissionId).execute()
  expect(entries).toMatchObject([
    { action: 'submission.decided', actor_id: staff.id, detail: 'pending to rejected, none', ip: '127.0.0.1' },
    { action: 'submission.undone', actor_id: staff.id, detail: '', ip: '127.0.0.1' },
  ])
})

test('rejects a reason of more than 500 characters', async ({ app }) => {
  const { staff, submissionId } = await submitted(app)
  const change = (reason: string) => staff.api.admin.submissions.setStatus({ submissionId, status: 'rejected', reason })
  await expect(change('x'.repeat(501))).rejects.toThrow('Use at most 500 characters.')
  expect((await change('x'.repeat(500))).statusReason).toHaveLength(500)
})
