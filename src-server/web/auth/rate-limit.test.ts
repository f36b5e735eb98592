import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { limitOf, type RateLimitName, rateLimitConfig } from '../../platform/rate-limits/rate-limit-config.ts'
import { anUpload, aPhoto, aSubmission, aToken, multipart } from '../../testing/test-support/factories.ts'
import { aPage, listening } from '../../testing/test-support/socket-page.ts'
import { createTestApp, type TestApp } from '../../testing/test-support/test-app.ts'
import { isOnPostgres } from '../../testing/test-support/test-database.ts'
import { documentedRoutes } from '../rest/routes.ts'
import { procedures } from '../trpc/procedures.ts'
import { formatWait } from './rate-limit.ts'

const card = { cardBrand: 'apple', cardValue: 100 }
const { max: quotes } = limitOf('quoteNetwork')

let app: TestApp
beforeEach(async () => {
  app = await createTestApp({ LIMITS: 'on', TRUST_PROXY: '127.0.0.1' })
})
afterEach(() => app[Symbol.asyncDispose]())

const from = (ip: string) => ({ 'x-forwarded-for': ip })
const quote = (ip: string) => app.request('POST', '/api/quote', { body: card, headers: from(ip) })

test('every limit is used by a procedure or a route', () => {
  const policies = [...Object.values(procedures), ...Object.values(documentedRoutes).map(({ policy }) => policy)]
  const used = policies.flatMap(({ limits = [] }) => limits.map(({ limit }) => limit))
  expect([...new Set<RateLimitName>(used)].sort()).toEqual(Object.keys(rateLimitConfig).sort())
})

test('the error has the wait in its message and in Retry-After', async () => {
  for (let count = 0; count < quotes; count++) expect((await quote('192.0.2.1')).statusCode).toBe(200)
  app.clock.advance(20_500)
  const refused = await quote('192.0.2.1')
  expect(refused.statusCode).toBe(429)
  expect(refused.headers['retry-after']).toBe('40')
  expect(refused.json()).toMatchObject({
    code: 'too_many_requests',
    title: 'Please Wait',
    message: 'You have requested many quotes. Please wait 40 seconds and try again.',
    retryAfterSeconds: 40,
  })
})

test.each([
  [1, '1 second'],
  [59, '59 seconds'],
  [60, '1 minute'],
  [61, '2 minutes'],
  [3_600, '60 minutes'],
  [5_401, '2 hours'],
  [86_400, '24 hours'],
])('formats a wait of %i seconds as %s', (seconds, words) => expect(formatWait(seconds)).toBe(words))

test('counts each procedure of a batch', async () => {
  const batch = Array.from({ length: 10 }, () => 'exchange.quote').join()
  const body = Object.fromEntries(Array.from({ length: 10 }, (_, at) => [at, card]))
  const send = () => app.request('POST', `/trpc/${batch}?batch=1`, { body, headers: from('192.0.2.1') })
  for (let count = 0; count < quotes / 10 - 1; count++) await send()
  for (let count = 0; count < 5; count++) await quote('192.0.2.1')
  const statuses = (await send()).json().map((each: { error?: unknown }) => (each.error ? 429 : 200))
  expect(statuses.sort()).toEqual([200, 200, 200, 200, 200, 429, 429, 429, 429, 429])
})

test('counts calls over a WebSocket', async () => {
  const customer = await app.customer()
  const { url } = await listening(app)
  await using page = aPage(url, customer)
  for (let count = 0; count < quotes; count++) await page.trpc.exchange.quote.mutate(card)
  await expect(page.trpc.exchange.quote.mutate(card)).rejects.toMatchObject({
    data: { code: 'too_many_requests', retryAfterSeconds: 60 },
  })
  // The socket and this call share the loopback address.
  expect((await app.request('POST', '/api/quote', { body: card })).statusCode).toBe(429)
})

test('counts an IPv6 /64 once, and IPv4-mapped IPv6 as IPv4', async () => {
  for (let count = 0; count < quotes; count++) await quote(`2001:db8:0:7:${count.toString(16)}::1`)
  expect((await quote('2001:db8:0:7:ffff::2')).statusCode).toBe(429)
  expect((await quote('2001:db8:0:8::2')).statusCode).toBe(200)
  for (let count = 0; count < quotes; count++) await quote('192.0.2.9')
  expect((await quote('::ffff:192.0.2.9')).statusCode).toBe(429)
})

test('ignores X-Forwarded-For of untrusted proxies', async () => {
  await using bare = await createTestApp({ LIMITS: 'on' })
  const ask = (ip: string) => bare.request('POST', '/api/quote', { body: card, headers: from(ip) })
  for (let count = 0; count < quotes; count++) await ask(`192.0.2.${count}`)
  expect((await ask('192.0.2.200')).statusCode).toBe(429)
})

test('counts calls with an API token for the customer of the token', async () => {
  const customer = await app.customer()
  const { headers } = await aToken(await app.staff(), ['orders'], { customerEmail: customer.email })
  const body = { subject: 'My payout', message: 'When?' }
  for (let count = 0; count < limitOf('chatMessages').max; count++)
    await app.request('POST', '/api/chat/send', { body, headers })
  expect((await app.request('POST', '/api/chat/send', { body, headers })).statusCode).toBe(429)
  expect((await app.request('POST', '/api/chat/send', { body, as: customer })).statusCode).toBe(429)
  const other = await app.customer()
  expect((await app.request('POST', '/api/chat/send', { body, as: other })).statusCode).toBe(200)
})

test('counts the bytes of uploads and of submissions', async () => {
  const customer = await app.customer()
  const sent = multipart({}, [{ name: 'front.png', bytes: aPhoto(), field: 'file' }])
  const upload = () => app.request('POST', '/api/uploads', { as: customer, ...sent })
  expect((await upload()).statusCode).toBe(201)
  const { hits } = await app.ctx.db
    .selectFrom('limit_counts')
    .select('hits')
    .where('key', 'like', 'uploadBytes:%')
    .executeTakeFirstOrThrow()
  expect(hits).toBe(sent.payload.length)
  const room = limitOf('uploadBytes').max - hits
  await app.ctx.limits.consume([{ limit: 'uploadBytes', subject: customer.id, amount: room }])
  const refused = await upload()
  expect([refused.statusCode, refused.json().message]).toEqual([
    429,
    'You have uploaded 500 MB within a day. Please wait 24 hours and try again.',
  ])
  expect((await app.request('POST', '/api/submit', { as: customer, ...sent })).statusCode).toBe(429)
  // One photo and its rendition.
  expect(app.storage.objects.size).toBe(2)
})

test('stores counts under hashed subjects', async () => {
  await app.request('POST', '/api/auth/sign-in', { body: { email: 'dana@mail.example', password: 'wrong' } })
  await quote('203.0.113.77')
  await app.clock.advance(1_000)
  await app.ctx.limits.stop()
  const rows = await app.ctx.db.selectFrom('limit_counts').selectAll().execute()
  expect(rows.map(({ key }) => key.split(':')[0]).sort()).toEqual(['quoteNetwork', 'signInAccount', 'signInNetwork'])
  expect(JSON.stringify(rows)).not.toMatch(/dana|203\.0\.113|127\.0\.0\.1/)
})

test('sweeps expired counts and keeps running ones', async () => {
  await app.request('POST', '/api/auth/sign-in', { body: { email: 'dana@mail.example', password: 'wrong' } })
  const names = async () =>
    (await app.ctx.db.selectFrom('limit_counts').select('key').orderBy('key').execute()).map(
      ({ key }) => key.split(':')[0],
    )
  app.clock.advance(limitOf('signInNetwork').windowMs)
  await app.ctx.limits.sweep()
  expect(await names()).toEqual(['signInAccount'])
})

test('lengthens each wait up to an hour, and forgets attempts after a day', async () => {
  let calls = 0
  const guess = async () => {
    const body = { email: 'dana@mail.example', password: 'wrong' }
    const response = await app.request('POST', '/api/auth/sign-in', { body, headers: from(`10.0.0.${++calls}`) })
    return Number(response.headers['retry-after'] ?? 0)
  }
  for (let count = 0; count < limitOf('signInAccount').max; count++) expect(await guess()).toBe(0)
  const waits: number[] = []
  for (let count = 0; count < 9; count++) {
    waits.push(await guess())
    app.clock.advance((waits.at(-1) ?? 0) * 1000)
    expect(await guess()).toBe(0)
  }
  expect(waits.map((seconds) => seconds / 60)).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60])
  app.clock.advance(25 * 60 * 60 * 1000)
  for (let count = 0; count < limitOf('signInAccount').max; count++) expect(await guess()).toBe(0)
  expect(await guess()).toBe(60)
})

// PostgreSQL has its own backups, so none can fail here.
test.skipIf(isOnPostgres())('allows Clear All Data once a day, and a retry after a failure', async () => {
  const owner = await app.staff()
  const clear = () => app.request('DELETE', '/api/admin/clear-all-data', { as: owner })
  // A file in place of the backup folder makes the backup fail, so nothing is cleared.
  const backups = path.join(app.ctx.config.dataDir, 'backups')
  writeFileSync(backups, '')
  expect([(await clear()).statusCode, (await clear()).statusCode]).toEqual([503, 503])
  rmSync(backups)
  expect([(await clear()).statusCode, (await clear()).statusCode]).toEqual([200, 429])
})

test('rejects the 61st reveal of a reviewer without auditing it as a reveal', async () => {
  const customer = await app.customer()
  const submissionId = await aSubmission(app, customer, { fileIds: [await anUpload(app, customer)] })
  const reviewer = await app.colleague('reviewer')
  const { max } = limitOf('reveals')
  const reveal = () => reviewer.api.admin.submissions.reveal({ submissionId, field: 'cardNumber' })
  for (let count = 0; count < max; count++) await reveal()
  await expect(reveal()).rejects.toMatchObject({ cause: { code: 'too_many_requests' } })
  const entries = await app.ctx.db
    .selectFrom('audit_log')
    .select('id')
    .where('action', '=', 'submission.revealed')
    .execute()
  expect(entries).toHaveLength(max)
})

test('allows a reviewer the photos of 240 submissions an hour, and those again', async () => {
  const customer = await app.customer()
  const photosOf = async () => {
    const fileIds = [await anUpload(app, customer), await anUpload(app, customer)]
    await aSubmission(app, customer, { fileIds })
    return fileIds
  }
  const [first, last, one] = [await photosOf(), await photosOf(), await photosOf()]
  const reviewer = await app.colleague('reviewer')
  const open = async (ids: readonly string[]) =>
    (await Promise.all(ids.map((id) => app.request('GET', `/api/files/${id}`, { as: reviewer })))).map(
      ({ statusCode }) => statusCode,
    )
  expect(await open([...first, ...first])).toEqual([200, 200, 200, 200])
  const { max } = limitOf('photoOrders')
  await app.ctx.limits.consume([{ limit: 'photoOrders', subject: reviewer.id, amount: max - 2 }])
  expect(await open(last)).toEqual([200, 200])
  expect(await open(one)).toEqual([429, 429])
  expect(await open([...first, ...last])).toEqual([200, 200, 200, 200])
  expect((await app.request('GET', `/api/files/${one[0]}`, { as: customer })).statusCode).toBe(200)
  const shown = await app.ctx.db.selectFrom('audit_log').select('id').where('action', '=', 'file.viewed').execute()
  expect(shown).toHaveLength(10)
})

test('counts nothing with LIMITS=off', async () => {
  await using open = await createTestApp({ LIMITS: 'off' })
  for (let count = 0; count <= quotes; count++)
    expect((await open.request('POST', '/api/quote', { body: card })).statusCode).toBe(200)
})
