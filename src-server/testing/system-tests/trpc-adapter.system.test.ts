import fc from 'fast-check'
import Fastify, { type FastifyInstance, type InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorResponse } from '../../web/http/error-response.ts'
import { schemasOf } from '../../web/trpc/http/call-procedure.ts'
import { readJsonCalls } from '../../web/trpc/http/http-calls.ts'
import { answerByAdapter, trpcPlugin } from '../../web/trpc/http/trpc-plugin.ts'
import { procedures } from '../../web/trpc/procedures.ts'
import { trpcErrorBody } from '../../web/trpc/trpc.ts'
import { arbitraryInput, hostileBody } from '../test-support/arbitrary-input.ts'
import { procedureCalls } from '../test-support/procedure-calls.ts'
import { createWorld, type World } from '../test-support/world.ts'

/** Fixed, so that a run is repeatable; fast-check prints the path of a failed case. */
const SEED = 20_261_123
const RUNS = 5_000
const BODY_LIMIT = 20_000

let world: World
let [own, adapter]: FastifyInstance[] = []
let direct = 0
const good = new Map<string, unknown>()
let known: string[] = []

beforeAll(async () => {
  world = await createWorld({ LIMITS: 'off' })
  const { submissionId, chatId, otherCustomer } = world
  known = [submissionId, chatId, otherCustomer.id, 'apple', '100']
  for (const path of paths) good.set(path, (await procedureCalls[path]?.(world, world.owner))?.input)
  own = await serve((request) => {
    if (readJsonCalls(request)) direct++
  })
  adapter = await serve(() => {}, answerByAdapter)
})
afterAll(async () => {
  await own?.close()
  await adapter?.close()
  await world[Symbol.asyncDispose]()
})

async function serve(look: (request: Parameters<typeof readJsonCalls>[0]) => void, answer?: typeof answerByAdapter) {
  const server = Fastify({ genReqId: () => 'request', bodyLimit: BODY_LIMIT, routerOptions: { maxParamLength: 1_000 } })
  server.addHook('preHandler', (request, _, done) => {
    look(request)
    done()
  })
  await server.register(trpcPlugin, {
    app: world.app.ctx,
    sendError: (error, { id }, reply) => {
      const response = errorResponse(error)
      return reply.code(response.status).send(trpcErrorBody(response, id))
    },
    ...(answer && { answer }),
  })
  return server
}

const paths = Object.keys(procedures).filter((path) => procedures[path]?.type !== 'subscription')
const typeOf = (path: string) => procedures[path]?.type
/** Mutations that change no row, so that both servers may answer them. */
const stateless = new Set(['exchange.quote'])

type Given = {
  method: string
  calls: readonly (readonly [path: string, input: unknown])[]
  batch: string
  /** In place of the inputs. */
  text: string | undefined
  headers: Record<string, string>
  as: 'nobody signed in' | 'customer' | 'owner'
}

const unknownPaths = [
  'exchange.nothing',
  'constructor',
  'exchange',
  '__proto__.toString',
  '',
  'exchange.quote%2C',
  '%zz',
  'é',
]
const aPath = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...paths) },
  { weight: 1, arbitrary: fc.constantFrom(...unknownPaths, 'transactions.watch') },
)
const aCall = aPath.chain((path) =>
  fc.tuple(
    fc.constant(path),
    fc.oneof(fc.constant(good.get(path)), arbitraryInput(inputOf(path), good.get(path), known)),
  ),
)
const inputOf = (path: string) => (paths.includes(path) ? schemasOf(path).input : undefined)
const contentTypes = [
  'application/json',
  'application/json; charset=utf-8',
  'application/jsonx',
  'Application/JSON',
  'text/plain',
]
const someHeaders = fc.record(
  {
    'content-type': fc.oneof(
      { weight: 6, arbitrary: fc.constant('application/json') },
      fc.constantFrom(...contentTypes),
    ),
    accept: fc.constantFrom('*/*', 'application/json', 'text/html, application/jsonl', 'text/event-stream'),
    'trpc-accept': fc.constantFrom('application/jsonl', 'x'),
    host: fc.constantFrom('localhost:3000', '[::1]:80', 'a b', 'host:99999', ''),
  },
  { requiredKeys: ['content-type'] },
)
const often = <T>(value: T, other: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 8, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: other })
const given: fc.Arbitrary<Given> = fc
  .constantFrom<'query' | 'mutation' | undefined>('query', 'mutation', undefined)
  .chain((type) => {
    const ofType = aCall.filter(([path]) => type === undefined || typeOf(path) === type || !paths.includes(path))
    return fc.record({
      method: often(
        type === 'mutation' ? 'POST' : 'GET',
        fc.constantFrom('POST', 'GET', 'PUT', 'OPTIONS', 'DELETE', 'HEAD', 'TRACE'),
      ),
      calls: fc.oneof(fc.tuple(ofType), fc.array(ofType, { minLength: 1, maxLength: 12 })),
      batch: fc.constantFrom(
        '',
        'batch=1',
        'batch=1',
        'batch=0',
        'batch=1&batch=0',
        'b%61tch=1',
        '?batch=1',
        'batch=1&connectionParams=x',
      ),
      text: often<string | undefined>(undefined, hostileBody),
      headers: often<Record<string, string>>(
        { 'content-type': 'application/json' },
        someHeaders as fc.Arbitrary<Record<string, string>>,
      ),
      as: fc.constantFrom<Given['as']>('nobody signed in', 'customer', 'owner'),
    })
  })

function requestOf({ method, calls, batch, text, headers, as }: Given): InjectOptions {
  const inputs = batch.includes('tch=1') ? Object.fromEntries(calls.map(([, input], at) => [at, input])) : calls[0]?.[1]
  const payload = text ?? JSON.stringify(inputs) ?? ''
  const path = `/trpc/${calls.map(([path]) => path).join(',')}?${batch}`
  const { cookie } = as === 'customer' ? world.dana : as === 'owner' ? world.owner : { cookie: '' }
  const isRead = method === 'GET' || method === 'HEAD'
  return {
    method: method as 'GET',
    url: isRead ? `${path}&input=${encodeURIComponent(payload.toWellFormed())}`.slice(0, 12_000) : path,
    headers: { ...headers, ...(cookie && { cookie }) },
    ...(!isRead && { payload }),
  }
}

/** Whether a call could change rows, after which the second server would answer differently. */
function changesRows({ calls, text }: Given): boolean {
  const isMutation = calls.some(([path]) => typeOf(path) === 'mutation' && !stateless.has(path))
  if (!isMutation) return false
  return text !== undefined || calls.some(([path, input]) => typeOf(path) === 'mutation' && isValid(path, input))
}

function isValid(path: string, input: unknown): boolean {
  const schema = inputOf(path)
  return (
    schema === undefined ||
    schema.safeParse(input === undefined ? undefined : JSON.parse(JSON.stringify(input))).success
  )
}

async function answerOf(server: FastifyInstance, request: InjectOptions) {
  const { statusCode, headers, body } = await server.inject(request)
  const { 'content-type': type, vary, 'set-cookie': cookie, 'retry-after': retryAfter } = headers
  const isJson = String(type).startsWith('application/json') && body !== '' && !body.includes('\n')
  // Lines of JSON name their call, and arrive as the calls of a batch end.
  const read = isJson ? JSON.parse(body) : body.split('\n').sort()
  return { status: statusCode, type, vary, cookie, retryAfter, body: read }
}

test(`answers ${RUNS} generated requests as tRPC's adapter does`, { timeout: 120_000 }, async () => {
  const statuses = new Map<number, number>()
  const property = fc.asyncProperty(given, async (each) => {
    fc.pre(!changesRows(each))
    const request = requestOf(each)
    // Zero bytes are no input, which the adapter refuses.
    fc.pre(request.payload !== '')
    const [answer, expected] = [
      await answerOf(own as FastifyInstance, request),
      await answerOf(adapter as FastifyInstance, request),
    ]
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    expect(answer).toEqual(expected)
  })
  await fc.assert(property, { seed: SEED, numRuns: RUNS })
  expect([...statuses.keys()].toSorted((one, other) => one - other)).toEqual(
    expect.arrayContaining([200, 207, 400, 401, 403, 404, 413, 415]),
  )
  expect(direct).toBeGreaterThan(RUNS / 3)
})
