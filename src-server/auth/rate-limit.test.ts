import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { limitOf, type RateLimitName, rateLimitConfig } from '../rate-limits/rate-limit-config.ts'
import { restRouteTable } from '../rest/routes.ts'
import { anUpload, aPhoto, aSubmission, aToken, multipart } from '../test-support/factories.ts'
import { aPage, listening } from '../test-support/socket-page.ts'
import { createTestApp, type TestApp } from '../test-support/test-app.ts'
import { appRouter } from '../trpc/router.ts'
import { routeAccess } from './permissions.ts'
import { formatWait } from './rate-limit.ts'
import { procedureLimits, routeLimits } from './rate-limit-policy.ts'

const card = { cardBrand: 'apple', cardValue: 100 }
const { most: quotes } = limitOf('quoteNetwork')

let app: TestApp
beforeEach(async () => {
  app = await createTestApp({ LIMITS: 'on', TRUST_PROXY: '127.0.0.1' })
})
afterEach(() => app[Symbol.asyncDispose]())

const from = (ip: string) => ({ 'x-forwarded-for': ip })
const quote = (ip: string) => app.request('POST', '/api/quote', { body: card, headers: from(ip) })

test('every mutation has a decision how often it may be called, and every decision is of a procedure', () => {
  const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>
  const mutations = Object.keys(procedures).filter((path) => procedures[path]?._def.type === 'mutation')
  expect(Object.keys(procedureLimits)).toEqual(expect.arrayContaining(mutations))
  expect(Object.keys(procedures)).toEqual(expect.arrayContaining(Object.keys(procedureLimits)))
})

test('so has every route that changes something and is no adapter over a procedure', () => {
  const adapters = restRouteTable.map(({ method, url }) => `${method} ${url}`)
  const own = Object.keys(routeAccess).filter((route) => !route.startsWith('GET ') && !adapters.includes(route))
  expect(Object.keys(routeLimits)).toEqual(expect.arrayContaining(own))
  expect(Object.keys(routeLimits).filter((route) => !(route in routeAccess))).toEqual([])
})

test('every limit is used', () => {
  const used = [...Object.values(procedureLimits), ...Object.values(routeLimits)].flat().map(({ limit }) => limit)
  expect([...new Set<RateLimitName>(used)].sort()).toEqual(Object.keys(rateLimitConfig).sort())
})

test('an error says how long to wait, for people and for programs', async () => {
  for (let count = 0; count < quotes; count++) expect((await quote('192.0.2.1')).statusCode).toBe(200)
  app.clock.advance(20_500)
  const refused = await quote('192.0.2.1')
  expect(refused.statusCode).toBe(429)
  expect(refused.headers['retry-after']).toBe('40')
  expect(refused.json()).toMatchObject({
    code: 'too_many_requests',
    title: 'Please Wait',
    message: 'You have asked for many quotes. Please wait 40 seconds and try again.',
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
])('a wait of %i seconds is said as %s', (seconds, words) => expect(formatWait(seconds)).toBe(words))

test('procedures are counted, not requests: each of a batch', async () => {
  const batch = Array.from({ length: 10 }, () => 'exchange.quote').join()
  const body = Object.fromEntries(Array.from({ length: 10 }, (_, at) => [at, card]))
  const send = () => app.request('POST', `/trpc/${batch}?batch=1`, { body, headers: from('192.0.2.1') })
  for (let count = 0; count < quotes / 10 - 1; count++) await send()
  for (let count = 0; count < 5; count++) await quote('192.0.2.1')
  const statuses = (await send()).json().map((each: { error?: unknown }) => (each.error ? 429 : 200))
  expect(statuses.sort()).toEqual([200, 200, 200, 200, 200, 429, 429, 429, 429, 429])
})

test('calls over a WebSocket count like all others', async () => {
  const customer = await app.customer()
  const { url } = await listening(app)
  await using page = aPage(url, customer)
  for (let count = 0; count < quotes; count++) await page.trpc.exchange.quote.mutate(card)
  await expect(page.trpc.exchange.quote.mutate(card)).rejects.toMatchObject({
    data: { code: 'too_many_requests', retryAfterSeconds: 60 },
  })
  // The socket came from this machine itself, and so does this call.
  expect((await app.request('POST', '/api/quote', { body: card })).statusCode).toBe(429)
})

test('an IPv6 network has one count, and IPv4 within IPv6 is IPv4', async () => {
  for (let count = 0; count < quotes; count++) await quote(`2001:db8:0:7:${count.toString(16)}::1`)
  expect((await quote('2001:db8:0:7:ffff::2')).statusCode).toBe(429)
  expect((await quote('2001:db8:0:8::2')).statusCode).toBe(200)
  for (let count = 0; count < quotes; count++) await quote('192.0.2.9')
  expect((await quote('::ffff:192.0.2.9')).statusCode).toBe(429)
})

test('an address in X-Forwarded-For counts for nothing unless a trusted proxy sent it', async () => {
  await using bare = await createTestApp({ LIMITS: 'on' })
  const ask = (ip: string) => bare.request('POST', '/api/quote', { body: card, headers: from(ip) })
  for (let count = 0; count < quotes; count++) await ask(`192.0.2.${count}`)
  expect((await ask('192.0.2.200')).statusCode).toBe(429)
})

test('a script with an API token counts for the customer it orders for', async () => {
  const customer = await app.customer()
  const { headers } = await aToken(await app.staff(), ['orders'], { customerEmail: customer.email })
  const body = { subject: 'My payout', message: 'When?' }
  for (let count = 0; count < limitOf('chatMessages').most; count++)
    await app.request('POST', '/api/chat/send', { body, headers })
  expect((await app.request('POST', '/api/chat/send', { body, headers })).statusCode).toBe(429)
  expect((await app.request('POST', '/api/chat/send', { body, as: customer })).statusCode).toBe(429)
  const other = await app.customer()
  expect((await app.request('POST', '/api/chat/send', { body, as: other })).statusCode).toBe(200)
})

test('the bytes of uploads are counted, by both ways they come in', async () => {
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
  const room = limitOf('uploadBytes').most - hits
  await app.ctx.limits.take([{ limit: 'uploadBytes', subject: customer.id, amount: room }])
  const refused = await upload()
  expect([refused.statusCode, refused.json().message]).toEqual([
    429,
    'You have uploaded 200 MB within a day. Please wait 24 hours and try again.',
  ])
  expect((await app.request('POST', '/api/submit', { as: customer, ...sent })).statusCode).toBe(429)
  // One photo and its picture.
  expect(app.storage.objects.size).toBe(2)
})

test('whom a count is about cannot be read from the database', async () => {
  await app.request('POST', '/api/auth/sign-in', { body: { email: 'dana@mail.example', password: 'wrong' } })
  await quote('203.0.113.77')
  await app.clock.advance(1_000)
  await app.ctx.limits.stop()
  const rows = await app.ctx.db.selectFrom('limit_counts').selectAll().execute()
  expect(rows.map(({ key }) => key.split(':')[0]).sort()).toEqual(['quoteNetwork', 'signInAccount', 'signInNetwork'])
  expect(JSON.stringify(rows)).not.toMatch(/dana|203\.0\.113|127\.0\.0\.1/)
})

test('what is over is swept, and what runs stays', async () => {
  await app.request('POST', '/api/auth/sign-in', { body: { email: 'dana@mail.example', password: 'wrong' } })
  const names = async () =>
    (await app.ctx.db.selectFrom('limit_counts').select('key').orderBy('key').execute()).map(
      ({ key }) => key.split(':')[0],
    )
  app.clock.advance(limitOf('signInNetwork').windowMs)
  await app.ctx.limits.sweep()
  expect(await names()).toEqual(['signInAccount'])
})

test('guessing on makes each wait longer, up to an hour; a day without a try forgets them', async () => {
  let calls = 0
  const guess = async () => {
    const body = { email: 'dana@mail.example', password: 'wrong' }
    const response = await app.request('POST', '/api/auth/sign-in', { body, headers: from(`10.0.0.${++calls}`) })
    return Number(response.headers['retry-after'] ?? 0)
  }
  for (let count = 0; count < limitOf('signInAccount').most; count++) expect(await guess()).toBe(0)
  const waits: number[] = []
  for (let count = 0; count < 9; count++) {
    waits.push(await guess())
    app.clock.advance((waits.at(-1) ?? 0) * 1000)
    expect(await guess()).toBe(0)
  }
  expect(waits.map((seconds) => seconds / 60)).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60])
  app.clock.advance(25 * 60 * 60 * 1000)
  for (let count = 0; count < limitOf('signInAccount').most; count++) expect(await guess()).toBe(0)
  expect(await guess()).toBe(60)
})

test('Clear All Data that failed may be tried again, one that was done may not for a day', async () => {
  const owner = await app.staff()
  const clear = () => app.request('DELETE', '/api/admin/clear-all-data', { as: owner })
  // A file where the folder of backups should be: no backup, so nothing is cleared.
  const backups = path.join(app.ctx.config.dataDir, 'backups')
  writeFileSync(backups, '')
  expect([(await clear()).statusCode, (await clear()).statusCode]).toEqual([503, 503])
  rmSync(backups)
  expect([(await clear()).statusCode, (await clear()).statusCode]).toEqual([200, 429])
})

test('a reviewer is held back after 60 reveals, and a reveal that was refused is in no log as one', async () => {
  const customer = await app.customer()
  const submissionId = await aSubmission(app, customer, { fileIds: [await anUpload(app, customer)] })
  const reviewer = await app.colleague('reviewer')
  const { most } = limitOf('reveals')
  const reveal = () => reviewer.api.admin.submissions.reveal({ submissionId, field: 'cardNumber' })
  for (let count = 0; count < most; count++) await reveal()
  await expect(reveal()).rejects.toMatchObject({ cause: { code: 'too_many_requests' } })
  const entries = await app.ctx.db
    .selectFrom('audit_log')
    .select('id')
    .where('action', '=', 'submission.revealed')
    .execute()
  expect(entries).toHaveLength(most)
})

test('a reviewer opens all photos of 240 orders an hour, and goes on with those', async () => {
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
  const { most } = limitOf('photoOrders')
  await app.ctx.limits.take([{ limit: 'photoOrders', subject: reviewer.id, amount: most - 2 }])
  expect(await open(last)).toEqual([200, 200])
  expect(await open(one)).toEqual([429, 429])
  expect(await open([...first, ...last])).toEqual([200, 200, 200, 200])
  expect((await app.request('GET', `/api/files/${one[0]}`, { as: customer })).statusCode).toBe(200)
  const shown = await app.ctx.db.selectFrom('audit_log').select('id').where('action', '=', 'file.viewed').execute()
  expect(shown).toHaveLength(10)
})

test('with LIMITS=off nobody is held back', async () => {
  await using open = await createTestApp({ LIMITS: 'off' })
  for (let count = 0; count <= quotes; count++)
    expect((await open.request('POST', '/api/quote', { body: card })).statusCode).toBe(200)
})
