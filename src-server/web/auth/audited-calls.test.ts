import { expect } from 'vitest'
import { limitOf } from '../../platform/rate-limits/rate-limit-config.ts'
import { test } from '../../testing/test-support/app-test.ts'
import { aChat, anUpload, aPhoto, aSubmission, aToken } from '../../testing/test-support/factories.ts'
import { createTestApp, customerPassword, type TestApp } from '../../testing/test-support/test-app.ts'

async function entries({ ctx }: TestApp, ...actions: string[]) {
  const rows = await ctx.db.selectFrom('audit_log').selectAll().orderBy('sequence').execute()
  return rows
    .filter(({ action }) => actions.length === 0 || actions.includes(action))
    .map(({ action, actor_id, object_id, detail, ip }) => ({ action, actor_id, object_id, detail, ip }))
}
const signIn = (app: TestApp, email: string, password: string) =>
  app.request('POST', '/api/auth/sign-in', { body: { email, password } })
const ip = '127.0.0.1'

test('audits customer sign-ins, accepted or rejected, without what was typed', async ({ app }) => {
  const { id, email } = await app.customer()
  await signIn(app, email, customerPassword)
  await signIn(app, email, 'not-the-password')
  await signIn(app, 'nobody@mail.example', 'not-the-password')
  const about = { actor_id: id, object_id: id, detail: '', ip }
  expect(await entries(app)).toEqual([
    { action: 'account.signed-in', ...about },
    { action: 'account.sign-in-refused', ...about },
    { action: 'account.sign-in-refused', actor_id: null, object_id: '', detail: '', ip },
  ])
  expect(JSON.stringify(await app.ctx.db.selectFrom('audit_log').selectAll().execute())).not.toMatch(
    /mail\.example|not-the/,
  )
})

test('audits sign-outs of customers and staff', async ({ app, customer, staff: owner }) => {
  await app.request('POST', '/api/auth/sign-out', { as: customer })
  await app.request('POST', '/api/auth/sign-out', { as: customer })
  await app.request('POST', '/api/admin/logout', { as: owner })
  expect(await entries(app, 'account.signed-out', 'staff.signed-out')).toEqual([
    { action: 'account.signed-out', actor_id: customer.id, object_id: customer.id, detail: '', ip },
    { action: 'staff.signed-out', actor_id: owner.id, object_id: owner.id, detail: '', ip },
  ])
})

test('audits rate-limited sign-ins once a minute for each account', async () => {
  await using app = await createTestApp({ LIMITS: 'on' })
  const { id, email } = await app.customer()
  const { max } = limitOf('signInAccount')
  for (let count = 0; count < max + 5; count++) await signIn(app, email, 'not-the-password')
  expect(await entries(app, 'account.sign-in-limited')).toEqual([
    { action: 'account.sign-in-limited', actor_id: id, object_id: id, detail: '', ip },
  ])
  app.clock.advance(60_000)
  await signIn(app, email, 'not-the-password')
  await signIn(app, email, 'not-the-password')
  expect(await entries(app, 'account.sign-in-limited')).toHaveLength(2)

  const body = { username: 'owner', password: 'not-the-password' }
  for (let count = 0; count < 8; count++) await app.request('POST', '/api/admin/login', { body })
  expect(await entries(app, 'staff.sign-in-limited')).toMatchObject([{ object_id: expect.stringMatching(/./) }])
})

test('audits denied calls once a minute for each person and call', async ({ app, customer, support }) => {
  const refusals = () => entries(app, 'call.refused')
  for (let count = 0; count < 3; count++) {
    await app.request('GET', '/api/admin/submissions', { as: customer })
    await app.request('GET', '/trpc/admin.tokens.list', { as: support })
    await app.request('GET', '/api/admin/submissions.csv', { as: support })
  }
  const by = (person: { id: string }, detail: string) => {
    return { action: 'call.refused', actor_id: person.id, object_id: person.id, detail, ip }
  }
  expect(await refusals()).toEqual([
    by(customer, 'admin.submissions.list'),
    by(support, 'admin.tokens.list'),
    by(support, 'GET /api/admin/submissions.csv'),
  ])
  app.clock.advance(60_000)
  await app.request('GET', '/api/admin/submissions', { as: customer })
  expect(await refusals()).toHaveLength(4)
})

test('audits calls beyond the scopes of a token once a minute for each token and call', async ({ app }) => {
  const owner = await app.staff()
  const { id, headers } = await aToken(owner, ['chat'])
  for (let count = 0; count < 3; count++)
    expect((await app.request('GET', '/api/admin/submissions', { headers })).statusCode).toBe(403)
  expect(await entries(app, 'call.refused')).toEqual([
    { action: 'call.refused', actor_id: owner.id, object_id: owner.id, detail: 'GET /api/admin/submissions', ip },
  ])
  const rows = app.ctx.db.selectFrom('audit_log').select('token_id').where('action', '=', 'call.refused')
  expect(await rows.execute()).toEqual([{ token_id: id }])
})

test('does not audit denied calls of anonymous callers and restricted staff', async ({ app }) => {
  await app.request('GET', '/api/admin/submissions')
  const owner = await app.staff()
  const { password } = await owner.api.admin.staff.add({ name: 'Robin Lee', username: 'robin', role: 'support' })
  const response = await app.request('POST', '/api/admin/login', { body: { username: 'robin', password } })
  const cookie = `gce-staff=${response.cookies[0]?.value}`
  expect((await app.request('GET', '/api/admin/submissions', { headers: { cookie } })).statusCode).toBe(403)
  expect(await entries(app, 'call.refused')).toEqual([])
})

test('audits every staff read and decision on customer secrets', async ({ app, customer, staff: owner }) => {
  const fileId = await anUpload(app, customer, 'front.png', aPhoto())
  const submissionId = await aSubmission(app, customer, { fileIds: [fileId] })
  await aChat(customer)
  await app.request('GET', `/api/files/${fileId}`, { as: owner })
  await owner.api.admin.submissions.reveal({ submissionId, field: 'cardNumber' })
  await owner.api.admin.submissions.setStatus({ submissionId, status: 'processing' })
  await app.request('GET', '/api/admin/submissions.csv', { as: owner })
  await app.request('GET', '/api/admin/users.csv', { as: owner })
  await app.request('DELETE', '/api/admin/clear-all-data', { as: owner })
  expect((await entries(app)).map(({ action }) => action)).toEqual([
    'staff.signed-in',
    'file.viewed',
    'submission.revealed',
    'submission.decided',
    'submissions.exported',
    'users.exported',
    'data.cleared',
  ])
})

const readings = async ({ ctx }: TestApp) => {
  const rows = await ctx.db.selectFrom('audit_log').selectAll().orderBy('sequence').execute()
  return rows
    .filter(({ action }) => action.endsWith('.read'))
    .map(({ action, actor_id, object_id }) => [action, actor_id, object_id])
}

test('returns free text of customers only to staff who may reveal codes', async ({ app, reviewer, support }) => {
  const finance = await app.colleague('finance')
  const submissionId = await aSubmission(app, await app.customer(), { additionalInfo: 'PIN is 4821' })
  const shown = async ({ api }: typeof reviewer) => [
    (await api.admin.submissions.list({ status: 'pending' })).data[0]?.additionalInfo,
    (await api.admin.review.get({ submissionId })).submission.additionalInfo,
  ]
  expect(await shown(reviewer)).toEqual(['PIN is 4821', 'PIN is 4821'])
  for (const as of [support, finance]) {
    expect(await shown(as)).toEqual([undefined, undefined])
    const rest = await app.request('GET', '/api/admin/submissions', { as })
    expect([rest.statusCode, rest.body.includes('4821')]).toEqual([200, false])
  }
})

test('returns free text of customers only to API tokens with the scope that reveals codes', async ({ app }) => {
  const owner = await app.staff()
  const submissionId = await aSubmission(app, await app.customer(), { additionalInfo: 'PIN is 4821' })
  const answers = async (...scopes: Parameters<typeof aToken>[1]) => {
    const { headers } = await aToken(owner, ['submissions:read', 'submissions:write', ...scopes])
    const body = { status: 'processing', version: 1 }
    const list = await app.request('GET', '/api/admin/submissions', { headers })
    const decided = await app.request('PATCH', `/api/submissions/${submissionId}/status`, { headers, body })
    const conflict = await app.request('PATCH', `/api/submissions/${submissionId}/status`, { headers, body })
    return [list, decided, conflict].map(({ statusCode, body }) => [statusCode, body.includes('4821')])
  }
  expect(await answers()).toEqual([
    [200, false],
    [200, false],
    [409, false],
  ])
  expect(await answers('submissions:reveal')).toEqual([
    [200, true],
    [409, true],
    [409, true],
  ])
})

test('audits reads of customers and their submissions once an hour for each reader and object', async ({ app }) => {
  const [customer, support, owner] = [await app.customer(), await app.colleague('support'), await app.staff()]
  await aSubmission(app, customer)
  const read = async (staff: typeof support) => {
    await staff.api.admin.users.list({})
    await app.request('GET', '/api/admin/users', { as: staff })
    await app.request('GET', `/api/user/transactions?email=${customer.email}`, { as: staff })
    await staff.api.admin.users.submissions({ userId: customer.id, page: 1 })
  }
  const by = (staff: typeof support) => [
    ['users.read', staff.id, 'users'],
    ['orders.read', staff.id, customer.id],
  ]
  for (let count = 0; count < 3; count++) await read(support)
  expect(await readings(app)).toEqual(by(support))
  await read(owner)
  expect(await readings(app)).toEqual([...by(support), ...by(owner)])
  app.clock.advance(60 * 60_000)
  await read(support)
  expect(await readings(app)).toHaveLength(6)
  const { headers } = await aToken(owner, ['users'])
  await app.request('GET', '/api/admin/users', { headers })
  expect(await readings(app)).toHaveLength(7)
})

test('does not audit customers who read their own submissions', async ({ app, customer }) => {
  await app.request('GET', `/api/user/transactions?email=${customer.email}`, { as: customer })
  expect(await readings(app)).toEqual([])
})

test('finds submissions by account, not by the address at the time of submission', async ({ app }) => {
  const [former, next, staff] = [await app.customer(), await app.customer(), await app.staff()]
  const [address, other] = [former.email, 'somewhere-else@mail.example']
  const ofFormer = await aSubmission(app, former)
  const move = (person: typeof former, email: string) =>
    person.api.account.saveProfile({ email, phone: '555-010-0100', address: '', currentPassword: customerPassword })
  await move(former, other)
  const before = await aSubmission(app, next)
  await move(next, address)
  const listed = async (email: string) => (await staff.api.transactions.list({ email })).map(({ id }) => id)
  expect(await listed(other)).toEqual([ofFormer])
  expect(await listed(address)).toEqual([before])
  expect(await listed(next.email)).toEqual([])
})
