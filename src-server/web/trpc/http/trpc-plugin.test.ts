import { createTRPCClient, httpBatchLink } from '@trpc/client'
import { expect } from 'vitest'
import { z } from 'zod'
import { test } from '../../../testing/test-support/app-test.ts'
import { aSubmission, multipart } from '../../../testing/test-support/factories.ts'
import { createTestApp, type RequestOptions } from '../../../testing/test-support/test-app.ts'
import { procedureRoutes } from '../../rest/procedure-routes.ts'
import type { AppRouter } from '../router.ts'
import { publicProcedure } from '../trpc.ts'
import { assertDirectlyCallable, callProcedure } from './call-procedure.ts'

const [reads, JSON_LIMIT] = ['chat.messages,chat.messages,chat.messages', 2_000_000]

test.each<[what: string, status: number, path: string, options: RequestOptions]>([
  ['a subscription over HTTP', 400, 'transactions.watch', {}],
  ['too many large reads in one batch', 400, `${reads}?batch=1`, {}],
  ['a form', 415, 'exchange.quote', multipart({ cardBrand: 'apple' }, [])],
  ['a body above the limit', 413, 'exchange.quote', { body: { cardBrand: 'a'.repeat(JSON_LIMIT) } }],
  ['a request of another site', 403, 'account.signOut', { body: {}, headers: { origin: 'http://evil.example' } }],
])('rejects %s with an error that tRPC clients can read', async (_, status, path, options) => {
  await using app = await createTestApp()
  const isPost = 'body' in options || 'payload' in options
  const response = await app.request(isPost ? 'POST' : 'GET', `/trpc/${path}`, options)
  expect(response.statusCode).toBe(status)
  expect(response.json()).toEqual({
    error: {
      message: expect.stringMatching(/^[A-Z].+\.$/),
      code: expect.any(Number),
      data: expect.objectContaining({ code: expect.any(String), httpStatus: status, requestId: expect.any(String) }),
    },
  })
})

test.each([
  ['one call of two fails', 207, 'account.session,transactions.list'],
  ['both fail alike', 401, 'transactions.list,transactions.list'],
  ['both succeed', 200, 'account.session,account.session'],
])('a batch of which %s is answered with %i', async (_, status, path) => {
  await using app = await createTestApp()
  expect((await app.request('GET', `/trpc/${path}?batch=1`)).statusCode).toBe(status)
})

test('a call that fails on the side of the server is logged with its procedure', async ({ app, customer }) => {
  await aSubmission(app, customer)
  await app.ctx.db
    .updateTable('submissions')
    .set({ status: 'lost' as never })
    .execute()
  expect((await app.request('GET', '/trpc/transactions.list', { as: customer })).statusCode).toBe(500)
  const logged = app
    .log()
    .split('\n')
    .find((line) => line.includes('procedure failed'))
  expect(JSON.parse(logged ?? '{}')).toMatchObject({ level: 50, procedure: 'transactions.list', status: 500 })
})

test('a tRPC client gets the message for each call of a rejected batch', async ({ app, host }) => {
  const { cookie } = await app.customer()
  const client = createTRPCClient<AppRouter>({
    links: [httpBatchLink({ url: `http://${host}/trpc`, headers: { cookie } })],
  })
  const results = await Promise.allSettled(
    Array.from({ length: 3 }, () => client.chat.messages.query({ sessionId: 'any' })),
  )
  const message = 'Read at most 2 conversations in one batch.'
  expect(results).toMatchObject(Array.from({ length: 3 }, () => ({ status: 'rejected', reason: { message } })))
})

test('rejects a subscription as an event stream, which would stay open after the session', async ({ app, host }) => {
  const { cookie } = await app.customer()
  const headers = { cookie, accept: 'text/event-stream' }
  const response = await fetch(`http://${host}/trpc/transactions.watch`, { headers })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({
    error: { message: 'Subscriptions are only available over WebSocket.' },
  })
})

type Definition = Parameters<typeof assertDirectlyCallable>[1]

const output = z.object({ ok: z.boolean() })
const definitionOf = (procedure: unknown) => (procedure as { _def: Definition })._def

test('accepts a procedure with at most one input and no middleware of its own', () => {
  const withInput = publicProcedure
    .input(z.object({}))
    .output(output)
    .query(() => ({ ok: true }))
  const withoutInput = publicProcedure.output(output).mutation(() => ({ ok: true }))
  for (const each of [withInput, withoutInput])
    expect(() => assertDirectlyCallable('test.call', definitionOf(each))).not.toThrow()
})

test('rejects a procedure with a middleware of its own', () => {
  const procedure = publicProcedure
    .use(({ next }) => next())
    .output(output)
    .query(() => ({ ok: true }))
  expect(() => assertDirectlyCallable('test.call', definitionOf(procedure))).toThrow('1 middlewares of its own')
})

test('rejects a procedure with a second input', () => {
  const procedure = publicProcedure
    .input(z.object({ a: z.string() }))
    .input(z.object({ b: z.string() }))
    .output(output)
    .query(() => ({ ok: true }))
  expect(() => assertDirectlyCallable('test.call', definitionOf(procedure))).toThrow('2 inputs')
})

test('every procedure behind a REST path can be called directly', () => {
  expect(procedureRoutes.length).toBeGreaterThan(20)
  for (const { procedure } of procedureRoutes) expect(() => callProcedure(procedure)).not.toThrow()
})

test.each(['inputs', 'middlewares', 'output', 'resolver'])(
  'refuses a procedure whose %s tRPC keeps elsewhere',
  (part) => {
    const definition = definitionOf(
      publicProcedure
        .input(z.object({}))
        .output(output)
        .query(() => ({ ok: true })),
    )
    expect(() => assertDirectlyCallable('a.query', definition)).not.toThrow()
    expect(() => assertDirectlyCallable('a.query', { ...definition, [part]: undefined })).toThrow('another form')
  },
)
