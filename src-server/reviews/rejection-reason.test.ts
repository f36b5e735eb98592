import { expect, test } from 'vitest'
import { policyDefaults, policyMessages } from '#shared/policy.ts'
import { aSubmission, aToken } from '../testing/test-support/factories.ts'
import { createTestApp, type Person, type TestApp } from '../testing/test-support/test-app.ts'

const requireReasons = (owner: Person) =>
  owner.api.admin.policies.change({
    name: 'reviews',
    base: 0,
    values: { ...policyDefaults.reviews, rejectionReason: 'required' },
  })
const refused = { cause: { code: 'unprocessable', message: policyMessages.reasonRequired } }
const statusOf = async ({ ctx }: TestApp, id: string) => {
  const row = await ctx.db.selectFrom('submissions').select(['status', 'version']).where('id', '=', id).execute()
  return row[0]
}
const pending = { status: 'pending', version: 1 }

test('by default a rejection needs no reason, as the specified calls say', async () => {
  await using app = await createTestApp()
  const [customer, reviewer] = [await app.customer(), await app.colleague('reviewer')]
  expect(await reviewer.api.admin.review.rules()).toMatchObject({ rejectionReason: 'asked' })
  const [one, two] = [await aSubmission(app, customer), await aSubmission(app, customer)]
  const body = { status: 'rejected' }
  const answer = await app.request('PATCH', `/api/submissions/${one}/status`, { as: reviewer, body })
  expect([answer.statusCode, answer.json()]).toMatchObject([200, { status: 'rejected', statusReason: null }])
  const items = [{ submissionId: two, version: 1 }]
  expect(await reviewer.api.admin.review.setStatuses({ items, ...body, status: 'rejected' })).toMatchObject([
    { ok: true },
  ])
})

test('where the policy requires a reason, no call rejects an order without one', async () => {
  await using app = await createTestApp()
  const [customer, owner, reviewer] = [await app.customer(), await app.staff(), await app.colleague('reviewer')]
  const submissionId = await aSubmission(app, customer)
  await requireReasons(owner)
  expect(await reviewer.api.admin.review.rules()).toMatchObject({ rejectionReason: 'required' })
  const { admin } = reviewer.api
  for (const reason of [undefined, '', '  \n'])
    await expect(
      admin.submissions.setStatus({ submissionId, status: 'rejected', reason, version: 1, undoable: true }),
    ).rejects.toMatchObject(refused)
  const items = [{ submissionId, version: 1 }]
  await expect(admin.review.setStatuses({ items, status: 'rejected' })).rejects.toMatchObject(refused)
  const url = `/api/submissions/${submissionId}/status`
  const { headers } = await aToken(owner, ['submissions:write'])
  for (const by of [{ as: reviewer }, { headers }]) {
    const answer = await app.request('PATCH', url, { ...by, body: { status: 'rejected' } })
    expect([answer.statusCode, answer.json()]).toEqual([
      422,
      expect.objectContaining({ message: policyMessages.reasonRequired, field: 'reason' }),
    ])
  }
  expect(await statusOf(app, submissionId)).toEqual(pending)
})

test('where the policy requires a reason, a rejection with one and other decisions need no more', async () => {
  await using app = await createTestApp()
  const [customer, owner] = [await app.customer(), await app.staff()]
  const ids = [await aSubmission(app, customer), await aSubmission(app, customer), await aSubmission(app, customer)]
  const [one = '', two = '', three = ''] = ids
  await requireReasons(owner)
  const { admin } = owner.api
  await admin.submissions.setStatus({ submissionId: one, status: 'completed' })
  await admin.submissions.setStatus({ submissionId: two, status: 'rejected', reason: 'The card was used.' })
  const items = [{ submissionId: three, version: 1 }]
  await admin.review.setStatuses({ items, status: 'rejected', reason: 'The photo is blurry.' })
  const statuses = await Promise.all(ids.map((id) => statusOf(app, id)))
  expect(statuses.map((row) => row?.status)).toEqual(['completed', 'rejected', 'rejected'])
})

test('a decision can be undone to a rejection from before the policy', async () => {
  await using app = await createTestApp()
  const [customer, owner] = [await app.customer(), await app.staff()]
  const submissionId = await aSubmission(app, customer)
  const { admin } = owner.api
  await admin.submissions.setStatus({ submissionId, status: 'rejected' })
  await requireReasons(owner)
  const { version } = await admin.submissions.setStatus({ submissionId, status: 'failed', undoable: true })
  await admin.review.undoStatus({ submissionId, version })
  expect(await statusOf(app, submissionId)).toMatchObject({ status: 'rejected' })
})
