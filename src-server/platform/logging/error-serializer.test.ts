import { expect } from 'vitest'
import { z } from 'zod'
import { test } from '../../testing/test-support/app-test.ts'
import { aPhoto, aSubmitInput, multipart, submitFields } from '../../testing/test-support/factories.ts'
import { createTestApp } from '../../testing/test-support/test-app.ts'
import { ConnectionLost } from '../db/dialect/postgres-errors.ts'
import { loggedError } from './logger.ts'
import { startMessage } from './start-message.ts'
import { exitCodeOfStart } from './startup-error.ts'

const CANARY = 'CANARY7731'

test('logs only allowed fields of an error', () => {
  const error = Object.assign(
    new Error(`sent to dana-${CANARY}@mail.example by smtp://user:${CANARY}@host\n    at ${CANARY} (/x)`),
    {
      code: 'EAUTH',
      request: { headers: { cookie: CANARY } },
      response: CANARY,
      cause: new Error('the first one', { cause: CANARY }),
    },
  )
  const logged = loggedError(error)
  expect(Object.keys(logged).sort()).toEqual(['cause', 'code', 'message', 'stack', 'type'])
  expect(logged).toMatchObject({ type: 'Error', code: 'EAUTH', cause: { message: 'the first one' } })
  expect(logged.message).toMatch(/^sent to \(address\) by \(link\)/)
  expect(logged.stack?.[0]).toMatch(/^at .*error-serializer\.test\.ts/)
  expect(JSON.stringify(loggedError(parseError(() => JSON.parse(`{"code":"${CANARY}"`))))).not.toContain(CANARY)
  const schema = z.object({ code: z.number() })
  expect(loggedError(parseError(() => schema.parse({ code: CANARY }))).message).toBe(
    'It fails its schema: code invalid_type',
  )
  expect(JSON.stringify(loggedError({ secret: CANARY }))).not.toContain(CANARY)
})

function parseError(parse: () => unknown): unknown {
  try {
    return parse()
  } catch (error) {
    return error
  }
}

test('each failure is one log line with the route and without any sent data', async () => {
  await using app = await createTestApp({ LOG_REQUESTS: 'on' })
  const customer = await app.customer()
  // From here on every write fails with an error that quotes the query.
  const fail = () =>
    Promise.reject(Object.assign(new Error('SQLITE_IOERR: disk I/O error'), { code: 'SQLITE_IOERR', sql: CANARY }))
  const broken = { ...app.ctx.storage, write: fail }
  Object.assign(app.ctx.storage, broken)
  const headers = { 'x-canary': CANARY, 'user-agent': CANARY, referer: `http://localhost/${CANARY}` }
  const file = { name: `${CANARY}.png`, bytes: Buffer.concat([aPhoto(), Buffer.from(CANARY)]) }
  const form = multipart(submitFields({ cardNumber: CANARY, securityCode: CANARY, additionalInfo: CANARY }), [file])
  const upload = multipart({}, [{ ...file, field: 'file' }])
  const failing = [
    ['POST', `/api/uploads?q=${CANARY}`, upload],
    ['POST', `/api/submit?q=${CANARY}`, form],
  ] as const
  for (const [method, url, options] of failing) {
    const answer = await app.request(method, url, {
      as: customer,
      ...options,
      headers: { ...headers, ...options.headers },
    })
    expect([url, answer.statusCode]).toEqual([url, 500])
  }
  await app.ctx.db.schema.alterTable('sessions').renameTo('sessions_away').execute()
  for (const [method, url, options] of [
    ['GET', `/api/user/transactions?email=${CANARY}@mail.example`, {}],
    ['GET', `/api/user/transactions/${CANARY}`, {}],
    ['GET', `/api/files/${CANARY}?download=${CANARY}`, {}],
    ['GET', `/api/admin/submissions.csv?search=${CANARY}`, {}],
    ['POST', `/api/chat/send?q=${CANARY}`, { body: { subject: CANARY, message: CANARY } }],
    ['POST', `/trpc/exchange.submit?q=${CANARY}`, { body: aSubmitInput({ cardNumber: CANARY }) }],
    ['GET', `/trpc/transactions.get?input=${encodeURIComponent(JSON.stringify({ submissionId: CANARY }))}`, {}],
  ] as const) {
    const cookie = `${customer.cookie}; canary=${CANARY}`
    const answer = await app.request(method, url, { headers: { ...headers, cookie }, ...options })
    expect([url, answer.statusCode]).toEqual([url, 500])
  }
  // Rejected requests, which get only their request log line.
  const secret = customer.cookie.split('=')[1] ?? ''
  for (const url of [`/api/${CANARY}`, `/%zz${CANARY}`, `/trpc/${CANARY}`, `/${CANARY}?${CANARY}`])
    await app.request('GET', url)
  await app.request('POST', '/api/quote', { payload: `{"${CANARY}"`, headers: { 'content-type': 'application/json' } })
  await app.request('POST', '/api/auth/sign-in', { body: { email: `${CANARY}@mail.example`, password: CANARY } })
  await app.ctx.db.schema.alterTable('sessions_away').renameTo('sessions').execute()

  const log = app.log()
  expect(log).not.toContain(CANARY)
  expect(log).not.toContain(secret)
  expect(log).not.toContain(customer.email)
  const lines = log
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const failures = lines.filter(({ level }) => level >= 50)
  expect(failures).toHaveLength(9)
  for (const line of failures)
    expect(line).toMatchObject({
      requestId: expect.any(String),
      status: 500,
      err: { type: expect.any(String), stack: expect.any(Array) },
    })
  expect(failures.map(({ route, procedure }) => route ?? procedure)).toContain('/api/user/transactions/:id')
  expect(failures.map(({ route, procedure }) => route ?? procedure)).toContain('exchange.submit')
  const requests = lines.filter(({ msg }) => msg === 'request')
  expect(requests).toContainEqual(
    expect.objectContaining({ method: 'GET', route: '/api/files/:id', status: 500, ms: expect.any(Number) }),
  )
  expect(requests).toContainEqual(expect.objectContaining({ route: 'none', status: 404 }))
})

test('logs only failures without LOG_REQUESTS', async ({ app }) => {
  await app.request('GET', '/api/health')
  await app.request('GET', '/api/nothing')
  expect(app.log()).not.toMatch(/"msg":"request/)
})

const ownerLine = 'Owner of the staff area: admin, password: abc (shown this once)\n'

test('a first start in a terminal says what is next, between empty lines', () => {
  expect(startMessage('http://localhost:3000/cash', { ownerLine, isTerminal: true })).toBe(
    `
Gift Card Exchange is open on http://localhost:3000/cash
Owner of the staff area: admin, password: abc (shown this once)
Staff area: http://localhost:3000/cash/admin
Example data, in another terminal: npm run db:seed
Ctrl-C stops it.

`,
  )
})

test('a later start under a supervisor prints one line', () => {
  expect(startMessage('https://cards.example/', { ownerLine: undefined, isTerminal: false })).toBe(
    'Gift Card Exchange is open on https://cards.example/\n',
  )
})

test('the staff area is below the public address', () => {
  const message = startMessage('https://cards.example/', { ownerLine, isTerminal: false })
  expect(message).toContain('Staff area: https://cards.example/admin\n')
  expect(message).not.toContain('Ctrl-C')
})

const withCode = (code: string) => Object.assign(new Error('refused'), { code })

test.each([
  ['a database that is not reachable', new ConnectionLost(withCode('ECONNREFUSED')), 75],
  ['a database that starts up', new ConnectionLost(withCode('57P03')), 75],
  ['a lock that another node holds for too long', withCode('55P03'), 75],
  ['a query that was canceled', withCode('57014'), 75],
  ['a wrong password', withCode('28P01'), 78],
  ['a port in use', withCode('EADDRINUSE'), 78],
  ['any other error', new Error('DATA_KEYS'), 78],
  ['no error at all', undefined, 78],
])('the exit code of a start that failed by %s says whether to try again', (_, error, code) => {
  expect(exitCodeOfStart(error)).toBe(code)
})
