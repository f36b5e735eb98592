import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { procedureRoutes } from '../../web/rest/procedure-routes.ts'
import { routeAccess } from '../../web/rest/routes.ts'
import { schemasOf } from '../../web/trpc/http/call-procedure.ts'
import { appRouter } from '../../web/trpc/router.ts'
import { arbitraryInput, hostileBody, hostileTexts } from '../test-support/arbitrary-input.ts'
import { procedureAccess } from '../test-support/declared-calls.ts'
import { procedureCalls } from '../test-support/procedure-calls.ts'
import { openRawSocket, type RawSocket, whenTaken } from '../test-support/raw-socket.ts'
import { routeCalls } from '../test-support/route-calls.ts'
import { listening } from '../test-support/socket-page.ts'
import { createWorld, inNewSession, type World } from '../test-support/world.ts'
import { atScale, recordMetric } from './system-test.ts'

/** Fixed, so that a run is repeatable; fast-check prints the path of a failed case. */
const SEED = 20_261_121

const typeOf = (path: string) =>
  (appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>)[path]?._def.type ?? 'none'
const inputOf = (path: string) =>
  (appRouter._def.procedures as unknown as Record<string, { _def: { inputs: z.ZodType[] } }>)[path]?._def.inputs[0]
const procedures = Object.keys(procedureAccess)
const callable = procedures.filter((path) => typeOf(path) !== 'subscription')

let world: World
let url = ''
/** A valid input of each procedure, and the ids of existing rows. */
const good = new Map<string, unknown>()
let known: string[] = []
const failures: Error[] = []
const note = (error: unknown) => void failures.push(error instanceof Error ? error : new Error(String(error)))

beforeAll(async () => {
  world = await createWorld({ CLEAR_ALL_DATA: 'off' })
  url = (await listening(world.app)).url
  for (const path of procedures) good.set(path, (await procedureCalls[path]?.(world, world.owner))?.input)
  // The caller's right password would delete the account.
  good.set('account.deleteAccount', { password: 'not the password' })
  const { submissionId, photoId, chatId, chatFileId, otherCustomer, support } = world
  known = [
    submissionId,
    photoId,
    chatId,
    chatFileId,
    otherCustomer.id,
    support.id,
    otherCustomer.email,
    'apple',
    'completed',
    '100',
  ]
  process.on('unhandledRejection', note)
})
afterAll(async () => {
  process.off('unhandledRejection', note)
  await world[Symbol.asyncDispose]()
})

type Transport = 'rest' | 'trpc' | 'batch' | 'socket' | 'raw'
type Case = { transport: Transport; as: 'customer' | 'owner'; path: string; input: unknown; text: string }

const inputs = (path: string) => arbitraryInput(inputOf(path), good.get(path), known)
const routes = Object.keys(routeAccess)
const procedureOf = (route: string) =>
  procedureRoutes.find(({ method, url }) => `${method} ${url}` === route)?.procedure

function cases(): fc.Arbitrary<Case> {
  const as = fc.constantFrom('customer', 'owner') as fc.Arbitrary<Case['as']>
  const text = fc.oneof(hostileBody, fc.constantFrom(...hostileTexts), fc.constantFrom(...known))
  const of = (transport: Transport, paths: readonly string[], input: (path: string) => fc.Arbitrary<unknown>) =>
    fc
      .constantFrom(...paths)
      .chain((path) =>
        fc.record({ transport: fc.constant(transport), as, path: fc.constant(path), input: input(path), text }),
      )
  const several = () =>
    fc.array(
      fc.constantFrom(...callable).chain((path) => fc.tuple(fc.constant(path), inputs(path))),
      { maxLength: 12 },
    )
  return fc.oneof(
    of('rest', routes, (route) => inputs(procedureOf(route) ?? 'chat.send')),
    of('trpc', callable, inputs),
    of('batch', ['query', 'mutation'], several),
    of('socket', procedures, inputs),
    of('raw', ['socket', 'trpc', 'rest'], () => fc.constant(null)),
  )
}

/** What no response may contain, whatever the input. */
const leaks = / at \/|node_modules|\bselect \S+ from\b|SQLITE|\/work\/|\/tmp\/|src-server|"stack"|FST_ERR|ZodError/i
const ofErrors = [
  'message',
  'code',
  'requestId',
  'httpStatus',
  'title',
  'field',
  'quote',
  'newer',
  'ticket',
  'retryAfterSeconds',
]

function checkError(error: Record<string, unknown>): void {
  expect(error).toMatchObject({ message: expect.stringMatching(/\w/), code: expect.any(String) })
  expect(Object.keys(error).filter((name) => !ofErrors.includes(name))).toEqual([])
  expect(JSON.stringify(error)).not.toMatch(leaks)
}

type TrpcResponse = { result?: { data?: unknown }; error?: { message: string; data: Record<string, unknown> } }
function checkTrpc(path: string, { result, error }: TrpcResponse): void {
  if (error) checkError({ ...error.data, message: error.message })
  else expect(result).toBeDefined()
  if (result && path in procedureAccess) expect(schemasOf(path).output.safeParse(result.data).error).toBeUndefined()
}

async function send(method: string, address: string, as: Case['as'], payload: string | undefined) {
  const { cookie } = await inNewSession(
    world,
    as === 'customer' ? world.dana : world.owner,
    as === 'customer' ? 'customer' : 'staff',
  )
  const headers = { cookie, ...(payload !== undefined && { 'content-type': 'application/json' }) }
  const response = await world.app.server.inject({
    method: method as 'POST',
    url: address,
    headers,
    ...(payload !== undefined && { payload }),
  })
  expect(response.statusCode, response.body).toBeLessThan(500)
  expect(response.statusCode).toBeGreaterThanOrEqual(200)
  return response
}

const inAddress = (value: unknown) =>
  encodeURIComponent(String(typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed()).slice(0, 4_000)

async function askRest({ path: route, as, input, text }: Case): Promise<void> {
  const made = routeCalls[route] && (await routeCalls[route](world))
  const [method = '', pattern = ''] = route.split(' ')
  const fields = typeof input === 'object' && input !== null ? Object.entries(input) : []
  const query = fields.map(([name, value]) => `${inAddress(name)}=${inAddress(value)}`).join('&')
  const place =
    text.length % 2 === 0 && made ? made.url.split('?')[0] : pattern.replace(/:\w+/, inAddress(text).slice(0, 900))
  const isRead = method === 'GET' || method === 'DELETE'
  const response = await send(method, `${place}?${query}`, as, isRead ? undefined : (JSON.stringify(input) ?? 'null'))
  if (response.statusCode >= 400) return checkError(response.json())
  const procedure = procedureOf(route)
  if (procedure) expect(schemasOf(procedure).output.safeParse(response.json()).error).toBeUndefined()
}

async function askTrpc({ path, as, input }: Case): Promise<void> {
  const isQuery = typeOf(path) === 'query'
  const address = `/trpc/${path}${isQuery ? `?input=${inAddress(JSON.stringify(input) ?? 'null')}` : ''}`
  const response = await send(
    isQuery ? 'GET' : 'POST',
    address,
    as,
    isQuery ? undefined : (JSON.stringify(input) ?? 'null'),
  )
  checkTrpc(path, response.json())
}

async function askBatch({ path: type, as, input }: Case): Promise<void> {
  const calls = (input as [string, unknown][]).filter(([path]) => typeOf(path) === type)
  const paths = calls.map(([path]) => path)
  const given = JSON.stringify(Object.fromEntries(calls.map(([, each], at) => [at, each])))
  const address = `/trpc/${paths.join(',')}?batch=1`
  const response =
    type === 'query'
      ? await send('GET', `${address}&input=${encodeURIComponent(given.toWellFormed())}`, as, undefined)
      : await send('POST', address, as, given)
  const answers = [response.json()].flat() as TrpcResponse[]
  for (const [at, answer] of answers.entries())
    checkTrpc(answers.length === paths.length ? (paths[at] ?? '') : '', answer)
}

const sockets = new Map<Case['as'], RawSocket>()
let reopened = 0

/** The open socket of this person. Fuzzed calls may end the session, which closes its socket. */
async function socketOf(as: Case['as']): Promise<RawSocket> {
  const open = sockets.get(as)
  if (open?.socket.readyState === 1) return open
  reopened++
  const kind = as === 'customer' ? 'customer' : 'staff'
  const { cookie } = await inNewSession(world, as === 'customer' ? world.dana : world.owner, kind)
  const opened = await openRawSocket(url, { cookie })
  if (typeof opened === 'number') throw new Error(`The upgrade was refused: ${opened}`)
  sockets.set(as, opened)
  return opened
}

async function askSocket({ path, as, input }: Case): Promise<void> {
  const raw = await socketOf(as)
  const answer = await raw.ask(typeOf(path) as 'query', path, input).catch(() => undefined)
  if (answer?.error) checkError({ ...answer.error.data, message: answer.error.message })
  if (answer?.error) expect(answer.error.data.httpStatus, path).toBeLessThan(500)
}

async function askRaw({ path: transport, as, text }: Case): Promise<void> {
  if (transport === 'socket') {
    const { socket } = await socketOf(as)
    socket.send(text)
    await whenTaken(socket)
    return
  }
  const response = await send('POST', transport === 'trpc' ? '/trpc/exchange.quote' : '/api/chat/send', as, text)
  if (transport === 'rest') expect(response.json()).toMatchObject({ message: expect.any(String) })
}

const ask: Record<Transport, (given: Case) => Promise<void>> = {
  rest: askRest,
  trpc: askTrpc,
  batch: askBatch,
  socket: askSocket,
  raw: askRaw,
}

/** A customer may have 60 unattached files, and every case may leave one. */
async function clearWaitingFiles(): Promise<void> {
  const waiting = world.app.ctx.db.deleteFrom('files').where('submission_id', 'is', null)
  await waiting.where('message_id', 'is', null).execute()
}

test('fuzzed REST, tRPC and WebSocket calls cause no 5xx, crash or leak of internals', async () => {
  const before = Object.getOwnPropertyNames(Object.prototype).join()
  const tried = { rest: 0, trpc: 0, batch: 0, socket: 0, raw: 0 }
  const numRuns = atScale(1_500, 50_000)
  let runs = 0
  const property = fc.asyncProperty(cases(), async (given) => {
    tried[given.transport]++
    if (++runs % 100 === 0) await clearWaitingFiles()
    await ask[given.transport](given)
  })
  const outcome = await fc.check(property, { seed: SEED, numRuns, endOnFailure: true })
  const faults = world.app
    .log()
    .split('\n')
    .filter((line) => /"level":(50|60)/.test(line))
  const bad = Number(outcome.failed) + failures.length + faults.length
  recordMetric({
    claim: 'REST, tRPC and WebSocket fuzz from the schemas',
    figure: `${outcome.numRuns} tried (${Object.entries(tried)
      .map(([transport, count]) => `${transport} ${count}`)
      .join(', ')}), ${bad} answers of 5xx or crashes`,
    goal: '50,000 / 0 / 0',
    isMet: bad === 0 && outcome.numRuns >= numRuns,
  })
  if (outcome.failed) throw new Error(fc.defaultReportMessage(outcome), { cause: outcome.errorInstance })
  expect(failures).toEqual([])
  expect(faults).toEqual([])
  expect(Object.getOwnPropertyNames(Object.prototype).join()).toBe(before)
  expect('isPolluted' in {}).toBe(false)
  expect(reopened).toBeLessThan(numRuns / 3)
})
