import { expect, test } from 'vitest'
import { aSubmission, aToken } from '../../testing/test-support/factories.ts'
import { createTestApp, customerPassword, type TestApp } from '../../testing/test-support/test-app.ts'

const readings = async ({ ctx }: TestApp) => {
  const rows = await ctx.db.selectFrom('audit_log').selectAll().orderBy('sequence').execute()
  return rows
    .filter(({ action }) => action.endsWith('.read'))
    .map(({ action, actor_id, object_id }) => [action, actor_id, object_id])
}

test('returns free text of customers only to staff who may reveal codes', async () => {
  await using app = await createTestApp()
  const [reviewer, support] = [await app.colleague('reviewer'), await app.colleague('support')]
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

test('returns free text of customers only to API tokens with the scope that reveals codes', async () => {
  await using app = await createTestApp()
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

test('audits reads of customers and their submissions once an hour for each reader and object', async () => {
  await using app = await createTestApp()
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

test('does not audit customers who read their own submissions', async () => {
  await using app = await createTestApp()
  const customer = await app.customer()
  await app.request('GET', `/api/user/transactions?email=${customer.email}`, { as: customer })
  expect(await readings(app)).toEqual([])
})

test('finds submissions by account, not by the address at the time of submission', async () => {
  await using app = await createTestApp()
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
