import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Access, procedureAccess, routeAccess } from '../auth/permissions.ts'
import type { Ruling } from '../test-support/access-rules.ts'
import {
  type Caller,
  rulingOfProcedure,
  rulingOfRoute,
  signedIn,
  strangeCookies,
  tokens,
  unenrolled,
} from '../test-support/callers.ts'
import { everything } from '../test-support/dump-database.ts'
import { procedureCalls } from '../test-support/procedure-calls.ts'
import { openRawSocket } from '../test-support/raw-socket.ts'
import { routeCalls } from '../test-support/route-calls.ts'
import { listening } from '../test-support/socket-page.ts'
import type { Person, RequestOptions } from '../test-support/test-app.ts'
import { createWorld, type World } from '../test-support/world.ts'
import { appRouter } from '../trpc/router.ts'
import { recordMetric } from './system-test.ts'

/** One call, by whichever door, as it was made: how to send it, and how to ask the same for what is not there. */
type Made = { method: string; url: string; options: RequestOptions; nowhere?: { url: string; options: RequestOptions } }
type Call = {
  name: string
  access: Access
  ruling(caller: Caller): Ruling
  make(world: World, who: Person): Promise<Made & { by?: Person | undefined }>
}
type Answer = { status: number; body: string }

/** Let in, and still not for them: staff of the other role by what it is about. */
const hidden: Readonly<Record<string, readonly string[]>> = {
  'chat.messages': ['a reviewer'],
  'GET /api/chat/messages/:sessionId': ['a reviewer'],
  'GET /api/files/:id': ['support'],
}
/** What a customer is told who asks for something of another, where it is not 404: the same as for nothing. */
const strangers: Readonly<Record<string, number>> = {
  'transactions.list': 403,
  'GET /api/user/transactions': 403,
}

const typeOf = (path: string) =>
  (appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>)[path]?._def.type ?? 'none'
const subscriptions = Object.keys(procedureAccess).filter((path) => typeOf(path) === 'subscription')

/** A procedure over HTTP. */
function procedureCall(path: string, access: Access): Call {
  const sent = (input: unknown) =>
    typeOf(path) === 'mutation'
      ? { url: `/trpc/${path}`, options: { body: input ?? {} } }
      : {
          url: `/trpc/${path}${input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`}`,
          options: {},
        }
  const make: Call['make'] = async (world, who) => {
    const { input, nowhere, by } = (await procedureCalls[path]?.(world, who)) ?? {}
    const method = typeOf(path) === 'mutation' ? 'POST' : 'GET'
    return { method, ...sent(input), by, ...(nowhere !== undefined && { nowhere: sent(nowhere) }) }
  }
  return { name: path, access, ruling: (caller) => rulingOfProcedure(caller, access), make }
}

function routeCall(route: string, access: Access): Call {
  const [method = ''] = route.split(' ')
  const make: Call['make'] = async (world) => {
    const { url, nowhere, ...options } = (await routeCalls[route]?.(world)) ?? { url: '' }
    if (nowhere === undefined) return { method, url, options }
    const { url: address = url, ...other } = nowhere
    return { method, url, options, nowhere: { url: address, options: { ...options, ...other } } }
  }
  return { name: route, access, ruling: (caller) => rulingOfRoute(caller, route, access), make }
}

/** The end of everything, which comes last. */
const isTheEnd = ({ name }: Call) => /clear-?all-?data/i.test(name)
const calls = [
  ...Object.entries(procedureAccess).map(([path, access]) => procedureCall(path, access)),
  ...Object.entries(routeAccess).map(([route, access]) => routeCall(route, access)),
]

const wrong: string[] = []
let cells = 0
function hold(isRight: boolean, caller: Caller, call: string, says: string): void {
  cells++
  if (!isRight) wrong.push(`${call} by ${caller.name}: ${says}`)
}

async function send(world: World, made: Omit<Made, 'nowhere'>, headers: Record<string, string>): Promise<Answer> {
  const options = { ...made.options, headers: { ...made.options.headers, ...headers } }
  const { statusCode, body } = await world.app.request(made.method, made.url, options)
  return { status: statusCode, body: body.replace(/"requestId":"[^"]*"/, '') }
}

const isOk = ({ status }: Answer) => status >= 200 && status < 300

/** Calls that are refused, for one caller: the right rejection each, and nothing changed by all of them. */
async function holdRefusals(world: World, caller: Caller, made: ReadonlyMap<Call, Made>): Promise<void> {
  const headers = await caller.headers()
  const before = await contents(world)
  for (const [call, sent] of made) {
    const ruling = call.ruling(caller)
    if (subscriptions.includes(call.name)) {
      // Over HTTP nobody watches anything, whoever they are: no session's end would stop it.
      const { status, body } = await send(world, sent, headers)
      const wanted = headers.authorization === undefined ? 400 : ruling
      hold(status === wanted, caller, `${call.name} over HTTP`, `${status} in place of ${wanted}: ${body}`)
      continue
    }
    const isTheirs = !caller.isStranger || sent.nowhere === undefined || call.access === 'anyone'
    const isHidden = hidden[call.name]?.includes(caller.name) ?? false
    if (ruling === 'allowed' && isTheirs && !isHidden) continue
    const answer = await send(world, sent, headers)
    if (ruling !== 'allowed') {
      hold(answer.status === ruling, caller, call.name, `${answer.status} in place of ${ruling}: ${answer.body}`)
      continue
    }
    const nothing = await send(world, { ...sent, ...sent.nowhere }, headers)
    const wanted = strangers[call.name] ?? 404
    const isRight = answer.status === wanted && nothing.status === wanted && answer.body === nothing.body
    hold(isRight, caller, call.name, `${JSON.stringify([answer, nothing])} in place of twice ${wanted}`)
  }
  const after = await contents(world)
  const changed = Object.keys(after).filter((table) => after[table] !== before[table])
  if (changed.length > 0) wrong.push(`calls refused to ${caller.name} changed ${changed}`)
}

/** What a refused call leaves as it was: everything but the log, what notes or counts tries, and views of pages. */
async function contents({ app }: World): Promise<Record<string, string>> {
  const { audit_log, limit_counts, visit_counts, ...rest } = await everything(app)
  return Object.fromEntries(
    Object.entries(rest).map(([table, rows]) => [
      table,
      JSON.stringify(rows).replace(/"last_used_at":(null|"[^"]*")/g, ''),
    ]),
  )
}

async function holdAllowed(world: World, caller: Caller, some: readonly Call[]): Promise<void> {
  for (const call of some) {
    if (call.ruling(caller) !== 'allowed' || hidden[call.name]?.includes(caller.name)) continue
    if (subscriptions.includes(call.name)) continue
    await caller.restore?.()
    const isCustomers = call.access === 'customer' || call.access === 'member'
    const made = await call.make(world, caller.person ?? (isCustomers ? world.dana : world.owner))
    if (caller.isStranger && made.nowhere && call.access !== 'anyone') continue
    const headers = made.by ? { cookie: made.by.cookie } : await caller.headers()
    const answer = await send(world, made, headers)
    hold(isOk(answer), caller, call.name, `${answer.status}, although it is allowed: ${answer.body}`)
  }
}

/** The same table on a WebSocket. Whoever may do nothing there does not get in. */
async function holdSockets(world: World, url: string, caller: Caller): Promise<void> {
  const { cookie, authorization } = await caller.headers()
  // Tokens are no cookies, and here cookies are all there is.
  const raw = await openRawSocket(url, authorization === undefined ? { cookie: cookie ?? '' } : { authorization })
  const getsIn = !['nobody', 'restrictedStaff', 'unenrolled'].includes(caller.kind)
  if (typeof raw === 'number') return hold(raw === 401 && !getsIn, caller, 'the upgrade', `${raw}`)
  using socket = raw
  hold(getsIn, caller, 'the upgrade', 'let in')
  for (const path of subscriptions) {
    const { input, nowhere } = (await procedureCalls[path]?.(world, caller.person ?? world.owner)) ?? {}
    const ruling = rulingOfProcedure(caller, procedureAccess[path] ?? 'owner')
    const { result, error } = await socket.ask('subscription', path, input)
    const status = result?.type === 'started' ? 'allowed' : (error?.data.httpStatus ?? 0)
    const isNotTheirs = ruling === 'allowed' && caller.isStranger && nowhere !== undefined
    const wanted = isNotTheirs ? 404 : ruling
    hold(status === wanted, caller, `${path} on a WebSocket`, `${status} in place of ${wanted}`)
  }
}

/** With every call that a site can have. */
const variables = { ANALYTICS_SRC: 'https://tags.example/a.js' }

let world: World
beforeAll(async () => {
  world = await createWorld(variables)
})
afterAll(() => world[Symbol.asyncDispose]())

async function holdMatrix(world: World, callers: readonly Caller[], isFactorRequired = false): Promise<void> {
  const { url } = await listening(world.app)
  const made = new Map<Call, Made>()
  for (const call of calls) made.set(call, await call.make(world, world.owner))
  // From here on: staff could not have been made otherwise.
  if (isFactorRequired) world.app.ctx.config.staffMfa = 'required'
  for (const caller of callers) {
    await holdRefusals(world, caller, made)
    await holdSockets(world, url, caller)
  }
  const [last, others] = [calls.filter(isTheEnd), calls.filter((call) => !isTheEnd(call))]
  for (const caller of callers) await holdAllowed(world, caller, others)
  for (const caller of callers) await holdAllowed(world, caller, last)
}

test('every call answers everybody as access.ts says, and nobody about what is not theirs', async () => {
  const callers = [...(await signedIn(world)), ...(await strangeCookies(world)), ...(await tokens(world))]
  await holdMatrix(world, callers)
  await using required = await createWorld(variables)
  await holdMatrix(required, await unenrolled(required), true)
  const kinds = callers.length + 4
  recordMetric({
    claim: 'access matrix: every call as access.ts says',
    figure: `${cells} cells (${calls.length} calls x ${kinds} callers, and WebSockets), ${wrong.length} wrong`,
    goal: '100 % of at least 500',
    isMet: wrong.length === 0 && cells >= 500,
  })
  expect(wrong).toEqual([])
  expect(cells).toBeGreaterThan(3_000)
})
