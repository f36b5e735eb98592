import { afterEach, beforeEach, expect, test } from 'vitest'
import { limitOf } from '../../platform/rate-limits/rate-limit-config.ts'
import { anUpload, aPhoto, aSubmitInput, multipart, submitFields } from '../../testing/test-support/factories.ts'
import { createTestApp, customerPassword, type Person, type TestApp } from '../../testing/test-support/test-app.ts'

let app: TestApp
let dana: Person
beforeEach(async () => {
  app = await createTestApp({ LIMITS: 'on', TRUST_PROXY: '127.0.0.1' })
  dana = await app.customer()
})
afterEach(() => app[Symbol.asyncDispose]())

const photo = aPhoto()

/** The documented form for an Amazon card of $100.00. */
function send(as: Person, changes: Record<string, string> = {}, headers: Record<string, string> = {}) {
  const amazon = { cardBrand: 'amazon', giftCardBrand: 'amazon', exchangeRate: '0.93', payoutAmount: '93.00' }
  const form = multipart(submitFields({ ...amazon, ...changes }), [{ name: 'front.png', bytes: photo }])
  return app.request('POST', '/api/submit', { as, ...form, headers: { ...form.headers, ...headers } })
}

const cardNumber = (at: number) => ({ cardNumber: `AQ5T-8RW2NX-${7000 + at}` })

async function statusesOf(times: number, call: (at: number) => ReturnType<TestApp['request']>): Promise<number[]> {
  const statuses: number[] = []
  for (let at = 0; at < times; at++) statuses.push((await call(at)).statusCode)
  return statuses
}

const hitsOf = async (limit: string) =>
  (
    await app.ctx.db
      .selectFrom('limit_counts')
      .select('hits')
      .where('key', 'like', `${limit}:%`)
      .executeTakeFirstOrThrow()
  ).hits

test('refused orders leave room for a good one', async () => {
  expect(new Set(await statusesOf(15, () => send(dana, { cardNumber: '' })))).toEqual(new Set([400]))
  expect((await send(dana)).statusCode).toBe(200)
})

test('refused ranges leave room for an export', async () => {
  const finance = await app.colleague('finance')
  const from = (day: string) => app.request('GET', `/api/admin/payouts.csv?from=${day}`, { as: finance })
  expect(new Set(await statusesOf(6, () => from('2026-13-01')))).toEqual(new Set([400]))
  expect(await statusesOf(6, () => from('2026-11-01'))).toEqual([200, 200, 200, 200, 200, 429])
})

test('the 41st order of an hour is refused, and an hour later it succeeds', async () => {
  expect(new Set(await statusesOf(40, (at) => send(dana, cardNumber(at))))).toEqual(new Set([200]))
  const refused = await send(dana, cardNumber(40))
  expect([refused.statusCode, refused.json().message]).toEqual([
    429,
    'You have sent 40 orders within an hour. Please wait 60 minutes and try again.',
  ])
  expect(Number(refused.headers['retry-after'])).toBe(3_600)
  const orderLimit = async () => (await dana.api.exchange.orderLimit()).message
  expect(await orderLimit()).toBe(refused.json().message)
  app.clock.advance(limitOf('submitCustomer').windowMs)
  expect(await orderLimit()).toBeNull()
  expect((await send(dana, cardNumber(40))).statusCode).toBe(200)
})

test('of 60 concurrent orders exactly 40 succeed', async () => {
  const fileIds: string[] = []
  for (let at = 0; at < 60; at++) fileIds.push(await anUpload(app, dana))
  const answers = await Promise.all(
    fileIds.map((id, at) =>
      app.request('POST', '/trpc/exchange.submit', {
        as: dana,
        body: aSubmitInput({ ...cardNumber(at), fileIds: [id] }),
      }),
    ),
  )
  const statuses = answers.map(({ statusCode }) => statusCode).sort()
  expect(statuses).toEqual([...Array(40).fill(200), ...Array(20).fill(429)])
  expect((await app.request('GET', '/api/user/transactions', { as: dana })).json()).toHaveLength(40)
})

test('repeats with an idempotency key count once, over REST and tRPC', async () => {
  const headers = { 'idempotency-key': 'the-first-of-many' }
  const ids = new Set<string>()
  for (let at = 0; at < 50; at++) ids.add((await send(dana, {}, headers)).json().submissionId)
  expect(ids.size).toBe(1)
  const again = aSubmitInput({
    ...cardNumber(1),
    fileIds: [await anUpload(app, dana)],
    idempotencyKey: 'by-the-wizard',
  })
  const wizard = () => app.request('POST', '/trpc/exchange.submit', { as: dana, body: again })
  expect(new Set(await statusesOf(3, wizard))).toEqual(new Set([200]))
  expect(new Set(await statusesOf(38, (at) => send(dana, cardNumber(at + 2))))).toEqual(new Set([200]))
  expect((await send(dana, cardNumber(40))).statusCode).toBe(429)
})

test('the 121st attempt of an hour is refused, also after signing in again', async () => {
  expect(new Set(await statusesOf(120, () => send(dana, { cardNumber: '' })))).toEqual(new Set([400]))
  const refused = await send(dana, { cardNumber: '' })
  expect([refused.statusCode, refused.json().message]).toEqual([
    429,
    'You have tried many times. Please wait 60 minutes and try again.',
  ])
  await app.request('POST', '/api/auth/sign-out', { as: dana })
  expect((await send(await app.signInAgain(dana))).statusCode).toBe(429)
})

test('an order beyond the limit of a day does not use up the limits of the hour and the network', async () => {
  const { max } = limitOf('submitDay')
  await app.ctx.limits.consume([{ limit: 'submitDay', subject: dana.id, amount: max }])
  const refused = await send(dana)
  expect([refused.statusCode, refused.json().message]).toEqual([
    429,
    'You have sent 200 orders within a day. Please wait 24 hours and try again.',
  ])
  expect(await hitsOf('submitCustomer')).toBe(0)
  expect(await hitsOf('submitTries')).toBe(1)
})

test('a fault of the server is refunded', async () => {
  const write = app.storage.write
  app.storage.write = () => Promise.reject(new Error('the disk is gone'))
  expect((await send(dana)).statusCode).toBe(500)
  app.storage.write = write
  expect([await hitsOf('submitCustomer'), await hitsOf('uploadBytes')]).toEqual([0, 0])
  expect((await send(dana)).statusCode).toBe(200)
  expect(await hitsOf('submitCustomer')).toBe(1)
})

test('the bytes of refused files are refunded', async () => {
  const file = { name: 'front.jpg', bytes: Buffer.alloc(9 * 1024 * 1024), field: 'file', type: 'image/jpeg' }
  const zeros = multipart({}, [file])
  const upload = (form: typeof zeros) => app.request('POST', '/api/uploads', { as: dana, ...form })
  expect(new Set(await statusesOf(70, () => upload(zeros)))).toEqual(new Set([415]))
  expect((await upload(multipart({}, [{ ...file, bytes: photo, type: 'image/png' }]))).statusCode).toBe(201)
})

test('mistakes at sign-up leave room for twenty accounts of one address in half an hour', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.7' }
  const signUp = (email: string) =>
    app.request('POST', '/api/auth/sign-up', {
      headers,
      body: {
        name: 'Ann',
        email,
        phone: '555-010-0100',
        password: customerPassword,
        confirmPassword: customerPassword,
      },
    })
  expect(new Set(await statusesOf(10, () => signUp(dana.email)))).toEqual(new Set([409]))
  expect(new Set(await statusesOf(20, (at) => signUp(`ann${at}@mail.example`)))).toEqual(new Set([201]))
  const refused = await signUp('ann20@mail.example')
  expect([refused.statusCode, refused.json().message]).toEqual([
    429,
    'Many accounts have been created from your network. Please wait 30 minutes and try again.',
  ])
})
