import { once } from 'node:events'
import { expect } from 'vitest'
import WebSocket from 'ws'
import type { TokenScope } from '#shared/api-token.ts'
import { DAY_MS } from '../../platform/clock.ts'
import { test } from '../../testing/test-support/app-test.ts'
import { aSubmission, aToken } from '../../testing/test-support/factories.ts'
import { createTestApp, type TestApp } from '../../testing/test-support/test-app.ts'
import { isTokenText } from './find-token-holder.ts'

const queue = '/api/admin/submissions'

/** Makes a request with these headers; returns status, challenge and body. */
async function call(app: TestApp, headers: Record<string, string>, url = queue, method = 'GET') {
  const response = await app.request(method, url, { headers })
  return { status: response.statusCode, challenge: response.headers['www-authenticate'], body: response.body }
}
const invalid = { status: 401, challenge: 'Bearer error="invalid_token"' }
const audit = async (app: TestApp) =>
  (await app.ctx.db.selectFrom('audit_log').selectAll().orderBy('sequence').execute()).filter(
    ({ action }) => !action.startsWith('staff.'),
  )

test('returns a token once, stores its hash and audits its scopes', async ({ app, staff: owner }) => {
  const { id, token } = await aToken(owner, ['chat', 'submissions:read', 'chat'], { name: 'Nightly export' })
  expect(isTokenText(token)).toBe(true)
  const [row] = await app.ctx.db.selectFrom('api_tokens').selectAll().execute()
  expect(row).toMatchObject({ name: 'Nightly export', scopes: 'chat submissions:read', maker_id: owner.id })
  expect(JSON.stringify(row)).not.toContain(token.slice(12))
  const list = await owner.api.admin.tokens.list()
  expect(list).toMatchObject([
    { id, name: 'Nightly export', state: 'active', lastUsedAt: null, prefix: token.slice(0, 12) },
  ])
  expect(JSON.stringify(list)).not.toContain(token.slice(12))
  expect(await audit(app)).toMatchObject([
    { action: 'token.made', actor_id: owner.id, object_id: id, detail: 'chat submissions:read' },
  ])
})

test('accepts a token without a cookie and from any origin', async ({ app }) => {
  const { headers } = await aToken(await app.staff(), ['submissions:read', 'submissions:write'])
  const id = await aSubmission(app, await app.customer())
  expect((await call(app, headers)).status).toBe(200)
  const foreign = { ...headers, origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }
  const body = { status: 'processing' }
  const response = await app.request('PATCH', `/api/submissions/${id}/status`, { headers: foreign, body })
  expect(response.statusCode).toBe(200)
})

test.each([
  ['Bearer', ''],
  ['Bearer ', 'gce_'],
  ['Bearer ', `gce_${'0'.repeat(72)}`],
  ['bearer ', 'nonsense'],
])('rejects %s%s with a challenge, even on a public route', async (scheme, token) => {
  await using app = await createTestApp()
  for (const url of [queue, '/api/health'])
    expect(await call(app, { authorization: scheme + token }, url)).toMatchObject(invalid)
})

test('rejects an unknown token with a valid checksum', async ({ app: one }) => {
  await using other = await createTestApp()
  const { headers } = await aToken(await one.staff(), ['submissions:read'])
  expect(await call(other, headers)).toMatchObject(invalid)
})

test('rejects a revoked token and audits a repeated revocation once', async ({ app, staff: owner }) => {
  const { id, headers } = await aToken(owner, ['submissions:read'])
  expect((await call(app, headers)).status).toBe(200)
  await owner.api.admin.tokens.revoke({ id })
  expect(await call(app, headers)).toMatchObject(invalid)
  await owner.api.admin.tokens.revoke({ id })
  expect((await audit(app)).map(({ action }) => action)).toEqual(['token.made', 'token.revoked'])
  expect(await owner.api.admin.tokens.list()).toMatchObject([{ id, state: 'revoked' }])
  await expect(owner.api.admin.tokens.revoke({ id: 'none' })).rejects.toMatchObject({ cause: { code: 'not_found' } })
})

test('rejects a token from its expiry on', async ({ app, staff: owner }) => {
  const expiresAt = new Date(app.clock.now().getTime() + DAY_MS).toISOString()
  const { headers } = await aToken(owner, ['submissions:read'], { expiresAt })
  app.clock.advance(DAY_MS - 1)
  expect((await call(app, headers)).status).toBe(200)
  app.clock.advance(1)
  expect(await call(app, headers)).toMatchObject(invalid)
  expect(await (await app.staff()).api.admin.tokens.list()).toMatchObject([{ state: 'expired' }])
  const past = { expiresAt: app.clock.now().toISOString() }
  await expect(aToken(await app.staff(), ['chat'], past)).rejects.toMatchObject({ cause: { code: 'bad_request' } })
})

test('ignores cookies when a token is sent', async ({ app, customer, staff: owner }) => {
  const { headers } = await aToken(owner, ['chat'])
  const cookie = `${owner.cookie}; ${customer.cookie}`
  expect((await call(app, { cookie })).status).toBe(200)
  expect(await call(app, { ...headers, cookie })).toMatchObject({
    status: 403,
    challenge: 'Bearer error="insufficient_scope"',
  })
  expect((await call(app, { ...headers, cookie }, '/api/user/transactions')).status).toBe(403)
  expect(await call(app, { authorization: 'Bearer nonsense', cookie })).toMatchObject(invalid)
})

test('accepts a token only in the header of documented REST routes', async ({ app, url, staff: owner }) => {
  const { token, headers } = await aToken(owner, ['submissions:read'])
  for (const name of ['access_token', 'token', 'authorization'])
    expect((await call(app, {}, `${queue}?${name}=${token}`)).status).toBe(401)
  expect((await call(app, { cookie: `gce-staff=${token}` })).status).toBe(401)
  expect((await call(app, { authorization: `Basic ${token}`, cookie: owner.cookie })).status).toBe(200)
  expect((await call(app, { ...headers, cookie: owner.cookie }, '/trpc/admin.submissions.list')).status).toBe(403)
  await expect(once(new WebSocket(url, { headers }), 'open')).rejects.toThrow('401')
})

test('audits actions with a token under its maker and its name', async ({ app, staff: owner }) => {
  const submissionId = await aSubmission(app, await app.customer())
  const { id, headers } = await aToken(owner, ['submissions:reveal', 'submissions:read'], { name: 'Fraud check' })
  const body = { field: 'cardNumber' }
  await app.request('POST', `${queue}/${submissionId}/reveal`, { headers, body })
  const listed = (await app.request('GET', queue, { headers })).json().data
  const [submission] = listed.filter((each: { id: string }) => each.id === submissionId)
  expect((await call(app, headers, `/api/files/${submission.uploadedFiles[0].id}`)).status).toBe(200)
  const entries = (await audit(app)).slice(1)
  expect(entries).toMatchObject([
    { action: 'submission.revealed', actor_id: owner.id, token_id: id },
    { action: 'file.viewed', actor_id: owner.id, token_id: id, detail: submissionId },
  ])
  const { entries: lines } = await owner.api.admin.audit.list({ action: 'submission.revealed' })
  expect(lines).toMatchObject([{ token: 'Fraud check', objectId: submissionId }])
})

test("acts as the token's customer and audits the action first", async ({ app }) => {
  const [owner, customer, other] = [await app.staff(), await app.customer(), await app.customer('Marcus Bell')]
  const foreign = await aSubmission(app, other)
  const { id, headers } = await aToken(owner, ['orders'], { customerEmail: customer.email.toUpperCase() })
  const body = { subject: 'My payout', message: 'When?' }
  const sent = await app.request('POST', '/api/chat/send', { headers, body })
  expect(sent.statusCode).toBe(200)
  expect(await customer.api.chat.messages({ sessionId: sent.json().sessionId })).toMatchObject([{ message: 'When?' }])
  expect((await audit(app)).at(-1)).toMatchObject({
    action: 'token.acted',
    token_id: id,
    object_id: customer.id,
    detail: 'POST /api/chat/send',
  })
  expect((await call(app, headers, '/api/user/transactions')).body).toBe('[]')
  expect((await call(app, headers, `/api/user/transactions?email=${other.email}`)).status).toBe(403)
  expect((await call(app, headers, `/api/user/transactions/${foreign}`)).status).toBe(404)
})

test('reads a photo with the orders scope only if a staff scope allows it', async ({ app }) => {
  const [owner, customer, other] = [await app.staff(), await app.customer(), await app.customer()]
  const submissionId = await aSubmission(app, other)
  const { data } = await owner.api.admin.submissions.list({ page: 1, limit: 5, search: submissionId })
  const photo = `/api/files/${data[0]?.uploadedFiles[0]?.id}`
  const status = async (scopes: TokenScope[]) => {
    const { headers } = await aToken(owner, scopes, { customerEmail: customer.email })
    return (await call(app, headers, photo)).status
  }
  expect(await status(['orders', 'analytics', 'submissions:read'])).toBe(404)
  expect(await status(['orders', 'submissions:reveal'])).toBe(200)
})

test('requires an active customer for the orders scope', async ({ app, customer: gone, staff: owner }) => {
  await app.ctx.db
    .updateTable('users')
    .set({ disabled_at: app.clock.now().toISOString() })
    .where('id', '=', gone.id)
    .execute()
  for (const customerEmail of [undefined, 'nobody@mail.example', gone.email])
    await expect(aToken(owner, ['orders'], customerEmail ? { customerEmail } : {})).rejects.toMatchObject({
      cause: { code: 'bad_request', detail: { field: 'customerEmail' } },
    })
  expect(await owner.api.admin.tokens.list()).toEqual([])
})

test("revokes a customer's tokens and erases their names when the account is deleted", async ({ app }) => {
  const [owner, customer] = [await app.staff(), await app.customer()]
  const { headers } = await aToken(owner, ['orders', 'chat'], { customerEmail: customer.email, name: 'For Dana Reyes' })
  await customer.api.account.deleteAccount({ password: 'a-customer-password' })
  expect(await call(app, headers, '/api/user/transactions')).toMatchObject(invalid)
  const rows = await app.ctx.db.selectFrom('api_tokens').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain('Dana')
  expect(await owner.api.admin.tokens.list()).toMatchObject([{ state: 'revoked', name: 'Deleted account' }])
})

test('writes the time of last use at most every five minutes', async ({ app }) => {
  const { headers } = await aToken(await app.staff(), ['submissions:read'])
  const lastUsed = async () => {
    await call(app, headers)
    return (await app.ctx.db.selectFrom('api_tokens').select('last_used_at').executeTakeFirst())?.last_used_at
  }
  const first = await lastUsed()
  expect(first).toBe(app.clock.now().toISOString())
  app.clock.advance(5 * 60_000 - 1)
  expect(await lastUsed()).toBe(first)
  app.clock.advance(1)
  expect(await lastUsed()).toBe(app.clock.now().toISOString())
})

test.each([
  [{ name: ' ', scopes: ['chat'] }, 'Enter a name for the token.'],
  [{ name: 'x', scopes: [] }, 'Choose at least one permission.'],
  [{ name: 'x', scopes: ['everything'] }, 'Unknown scope.'],
])('rejects %j', async (input, message) => {
  await using app = await createTestApp()
  const owner = await app.staff()
  const response = await app.request('POST', '/trpc/admin.tokens.create', { as: owner, body: input })
  expect([response.statusCode, response.json().error.message]).toEqual([400, message])
})

test('rejects creating and revoking by an owner who was disabled in between', async ({ app }) => {
  const [owner, colleague] = [await app.staff(), await app.colleague('owner')]
  const { id } = await aToken(owner, ['chat'])
  const late = await app.authorized(colleague)
  await owner.api.admin.staff.setActive({ id: colleague.id, isActive: false })
  await expect(aToken(late, ['admin'])).rejects.toThrow('Please sign in.')
  await expect(late.api.admin.tokens.revoke({ id })).rejects.toThrow('Please sign in.')
  expect(await owner.api.admin.tokens.list()).toMatchObject([{ id, state: 'active' }])
})
