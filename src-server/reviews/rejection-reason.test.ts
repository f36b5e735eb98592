import { expect } from 'vitest'
import { policyDefaults } from '#shared/policy.ts'
import { policyMessages } from '#shared/policy-messages.ts'
import { reasonTexts, statusReasons } from '#shared/status-reasons.ts'
import { systemReasons } from '#shared/system-reasons.ts'
import { test } from '../testing/test-support/app-test.ts'
import { aSubmission, aToken } from '../testing/test-support/factories.ts'
import type { Person, TestApp } from '../testing/test-support/test-app.ts'

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

test('by default a rejection needs no reason, as the specified calls say', async ({ app, customer, reviewer }) => {
  expect(await reviewer.api.admin.review.rules()).toMatchObject({ rejectionReason: 'asked' })
  const [one, two] = [await aSubmission(app, customer), await aSubmission(app, customer)]
  const body = { status: 'rejected' }
  const answer = await app.request('PATCH', `/api/submissions/${one}/status`, { as: reviewer, body })
  expect([answer.statusCode, answer.json()]).toMatchObject([
    200,
    { status: 'rejected', statusReason: systemReasons.none, reasonCode: 'none' },
  ])
  const items = [{ submissionId: two, version: 1 }]
  expect(await reviewer.api.admin.review.setStatuses({ items, ...body, status: 'rejected' })).toMatchObject([
    { ok: true },
  ])
})

test('a decision stores the code of its reason, by code or by text', async ({ app, customer, reviewer }) => {
  const decide = async (body: object) => {
    const id = await aSubmission(app, customer)
    const answer = await app.request('PATCH', `/api/submissions/${id}/status`, { as: reviewer, body })
    return [answer.statusCode, answer.json()]
  }
  const { blurry } = reasonTexts.rejected
  const stored = (reason: string, code: string) => [200, { statusReason: reason, reasonCode: code }]
  const rejected = { status: 'rejected' }
  expect(await decide({ ...rejected, reason: blurry })).toMatchObject(stored(blurry, 'blurry'))
  expect(await decide({ ...rejected, reasonCode: 'blurry' })).toMatchObject(stored(blurry, 'blurry'))
  const own = { ...rejected, reason: 'Too dark.' }
  expect(await decide(own)).toMatchObject(stored('Too dark.', 'other'))
  expect(await decide({ ...own, reasonCode: 'blurry' })).toMatchObject(stored('Too dark.', 'blurry'))
  for (const bad of [{ reasonCode: 'our-fault' }, { reasonCode: 'other' }, { reason: systemReasons['offer-declined'] }])
    expect(await decide({ ...rejected, ...bad })).toMatchObject([400, {}])
})

test('an undo brings the code of the former reason back', async ({ app, customer, reviewer }) => {
  const submissionId = await aSubmission(app, customer)
  const { setStatus } = reviewer.api.admin.submissions
  await setStatus({ submissionId, status: 'pending', reasonCode: 'busy' })
  const { version } = await setStatus({ submissionId, status: 'rejected', reasonCode: 'linked', undoable: true })
  await reviewer.api.admin.review.undoStatus({ submissionId, version })
  const order = await customer.api.transactions.get({ id: submissionId })
  expect(order).toMatchObject({ status: 'pending', reasonCode: 'busy', history: [{}, { reasonCode: 'busy' }] })
})

test('where the policy requires a reason, no call rejects an order without one', async ({ app }) => {
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

test('where the policy requires a reason, a rejection with one and other decisions need no more', async ({ app }) => {
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

test('a decision can be undone to a rejection from before the policy', async ({ app, customer, staff: owner }) => {
  const submissionId = await aSubmission(app, customer)
  const { admin } = owner.api
  await admin.submissions.setStatus({ submissionId, status: 'rejected' })
  await requireReasons(owner)
  const { version } = await admin.submissions.setStatus({ submissionId, status: 'failed', undoable: true })
  await admin.review.undoStatus({ submissionId, version })
  expect(await statusOf(app, submissionId)).toMatchObject({ status: 'rejected' })
})

const ready = statusReasons.rejected
const own = 'The receipt is from another store. Send the one of this card.'

async function deciding(app: TestApp) {
  const [customer, staff] = [await app.customer(), await app.staff()]
  const reject = async (reason: string, cardBrand = 'apple') => {
    const submissionId = await aSubmission(app, customer, { cardBrand })
    await staff.api.admin.submissions.setStatus({
      submissionId,
      status: 'rejected',
      reason,
      version: 1,
      undoable: true,
    })
    return submissionId
  }
  const saved = (cardBrand = 'apple') => staff.api.admin.review.savedReasons({ cardBrand, status: 'rejected' })
  return { staff, reject, saved }
}

test('returns the listed reasons in their order while none has been used', async ({ app }) => {
  const { saved } = await deciding(app)
  expect(await saved()).toEqual(ready.map((text) => ({ text, uses: 0, isCustom: false })))
})

test('sorts by number of uses and includes custom reasons from their second use', async ({ app }) => {
  const { reject, saved } = await deciding(app)
  for (let times = 0; times < 3; times++) await reject(ready[5] ?? '')
  await reject(own)
  await reject('Only once.')
  expect((await saved()).filter(({ isCustom }) => isCustom)).toEqual([])
  await reject(own)
  expect((await saved()).slice(0, 3)).toEqual([
    { text: ready[5], uses: 3, isCustom: false },
    { text: own, uses: 2, isCustom: true },
    { text: ready[0], uses: 0, isCustom: false },
  ])
})

test('counts only the given brand and status and ignores undone decisions', async ({ app }) => {
  const { staff, reject, saved } = await deciding(app)
  await reject(own, 'steam')
  await reject(own, 'steam')
  const submissionId = await reject(own)
  await staff.api.admin.review.undoStatus({ submissionId, version: 2 })
  await reject(own)
  expect((await saved()).map(({ text }) => text)).not.toContain(own)
  expect((await saved('steam'))[0]).toEqual({ text: own, uses: 2, isCustom: true })
  const failed = await staff.api.admin.review.savedReasons({ cardBrand: 'steam', status: 'failed' })
  expect(failed.map(({ text }) => text)).toEqual(statusReasons.failed)
})
