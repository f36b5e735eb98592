import { afterAll, expect, test } from 'vitest'
import type { Access } from '../../web/auth/permissions.ts'
import { routeAccess } from '../../web/rest/routes.ts'
import { appRouter } from '../../web/trpc/router.ts'
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
import { procedureAccess } from '../test-support/declared-calls.ts'
import { everything } from '../test-support/dump-database.ts'
import { procedureCalls } from '../test-support/procedure-calls.ts'
import { openRawSocket } from '../test-support/raw-socket.ts'
import { routeCalls } from '../test-support/route-calls.ts'
import { listening } from '../test-support/socket-page.ts'
import type { Person, RequestOptions } from '../test-support/test-app.ts'
import { createWorld, type World } from '../test-support/world.ts'
import { recordMetric } from './system-test.ts'

/** A recorded call and, in `nowhere`, the same call for a row that does not exist. */
type Made = { method: string; url: string; options: RequestOptions; nowhere?: { url: string; options: RequestOptions } }
type Call = {
  name: string
  access: Access
  ruling(caller: Caller): Ruling
  make(world: World, who: Person): Promise<Made & { by?: Person | undefined }>
}
type Answer = { status: number; body: string }

/** Calls that this role may make, but not for the row of the world: it gets 404. */
const hidden: Readonly<Record<string, readonly string[]>> = {
  'chat.messages': ['a reviewer', 'finance'],
  'GET /api/chat/messages/:sessionId': ['a reviewer', 'finance'],
  'GET /api/files/:id': ['support', 'finance'],
}
/** Calls whose status for another customer's data is not 404; it equals the status for a missing row. */
const statusForOthers: Readonly<Record<string, number>> = {
  'transactions.list': 403,
  'GET /api/user/transactions': 403,
}

const typeOf = (path: string) =>
  (appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>)[path]?._def.type ?? 'none'
const subscriptions = Object.keys(procedureAccess).filter((path) => typeOf(path) === 'subscription')

/** The call of a procedure over HTTP. */
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
  const make: Call['make'] = async (world, who) => {
    const { url, nowhere, ...options } = (await routeCalls[route]?.(world, who)) ?? { url: '' }
    if (nowhere === undefined) return { method, url, options }
    const { url: address = url, ...other } = nowhere
    return { method, url, options, nowhere: { url: address, options: { ...options, ...other } } }
  }
  return { name: route, access, ruling: (caller) => rulingOfRoute(caller, route, access), make }
}

/** Clear All Data, which runs last. */
const isClearAll = ({ name }: Call) => /clear-?all/i.test(name)
const calls = [
  ...Object.entries(procedureAccess).map(([path, access]) => procedureCall(path, access)),
  ...Object.entries(routeAccess).map(([route, access]) => routeCall(route, access)),
]

const wrong: string[] = []
let cells = 0
function check(isRight: boolean, caller: Caller, call: string, actual: string): void {
  cells++
  if (!isRight) wrong.push(`${call} by ${caller.name}: ${actual}`)
}

async function send(world: World, made: Omit<Made, 'nowhere'>, headers: Record<string, string>): Promise<Answer> {
  const options = { ...made.options, headers: { ...made.options.headers, ...headers } }
  const { statusCode, body } = await world.app.request(made.method, made.url, options)
  return { status: statusCode, body: body.replace(/"requestId":"[^"]*"/, '') }
}

const isOk = ({ status }: Answer) => status >= 200 && status < 300

/** Checks the denied calls of one caller: the expected status each, and no change of stored data. */
async function checkRefusals(world: World, caller: Caller, made: ReadonlyMap<Call, Made>): Promise<void> {
  const headers = await caller.headers()
  const before = await contents(world)
  for (const [call, sent] of made) {
    const ruling = call.ruling(caller)
    if (subscriptions.includes(call.name)) {
      // HTTP rejects subscriptions for every caller, because no end of a session would stop them.
      const { status, body } = await send(world, sent, headers)
      const wanted = headers.authorization === undefined ? 400 : ruling
      check(status === wanted, caller, `${call.name} over HTTP`, `${status} in place of ${wanted}: ${body}`)
      continue
    }
    const isTheirs = !caller.isOtherCustomer || sent.nowhere === undefined || call.access === 'anyone'
    const isHidden = hidden[call.name]?.includes(caller.name) ?? false
    if (ruling === 'allowed' && isTheirs && !isHidden) continue
    const answer = await send(world, sent, headers)
    if (ruling !== 'allowed') {
      check(answer.status === ruling, caller, call.name, `${answer.status} in place of ${ruling}: ${answer.body}`)
      continue
    }
    const nothing = await send(world, { ...sent, ...sent.nowhere }, headers)
    const wanted = statusForOthers[call.name] ?? 404
    const isRight = answer.status === wanted && nothing.status === wanted && answer.body === nothing.body
    check(isRight, caller, call.name, `${JSON.stringify([answer, nothing])} in place of twice ${wanted}`)
  }
  const after = await contents(world)
  const changed = Object.keys(after).filter((table) => after[table] !== before[table])
  if (changed.length > 0) wrong.push(`calls refused to ${caller.name} changed ${changed}`)
}

/** Stored data a denied call must not change: all but the audit log, rate limit counters and page views. */
async function contents({ app }: World): Promise<Record<string, string>> {
  const { audit_log, limit_counts, visit_counts, ...rest } = await everything(app)
  return Object.fromEntries(
    Object.entries(rest).map(([table, rows]) => [
      table,
      JSON.stringify(rows).replace(/"last_used_at":(null|"[^"]*")/g, ''),
    ]),
  )
}

async function checkAllowed(world: World, caller: Caller, some: readonly Call[]): Promise<void> {
  for (const call of some) {
    if (call.ruling(caller) !== 'allowed' || hidden[call.name]?.includes(caller.name)) continue
    if (subscriptions.includes(call.name)) continue
    await caller.restore?.()
    const isCustomers = call.access === 'customer' || call.access === 'member'
    const made = await call.make(world, caller.person ?? (isCustomers ? world.dana : world.owner))
    if (caller.isOtherCustomer && made.nowhere && call.access !== 'anyone') continue
    const headers = made.by ? { cookie: made.by.cookie } : await caller.headers()
    const answer = await send(world, made, headers)
    check(isOk(answer), caller, call.name, `${answer.status}, although it is allowed: ${answer.body}`)
  }
}

/** The same table on a WebSocket. The upgrade is refused to callers without any permitted procedure. */
async function checkSockets(world: World, url: string, caller: Caller): Promise<void> {
  const { cookie, authorization } = await caller.headers()
  // The WebSocket authenticates cookies only, not API tokens.
  const raw = await openRawSocket(url, authorization === undefined ? { cookie: cookie ?? '' } : { authorization })
  const isAccepted = !['anonymous', 'restrictedStaff', 'unenrolled'].includes(caller.kind)
  if (typeof raw === 'number') return check(raw === 401 && !isAccepted, caller, 'the upgrade', `${raw}`)
  using socket = raw
  check(isAccepted, caller, 'the upgrade', 'accepted')
  for (const path of subscriptions) {
    const { input, nowhere } = (await procedureCalls[path]?.(world, caller.person ?? world.owner)) ?? {}
    const ruling = rulingOfProcedure(caller, procedureAccess[path] ?? 'owner')
    const { result, error } = await socket.ask('subscription', path, input)
    const status = result?.type === 'started' ? 'allowed' : (error?.data.httpStatus ?? 0)
    const isNotTheirs = ruling === 'allowed' && caller.isOtherCustomer && nowhere !== undefined
    const wanted = isNotTheirs ? 404 : ruling
    check(status === wanted, caller, `${path} on a WebSocket`, `${status} in place of ${wanted}`)
  }
}

/** Settings that enable every call of the site. */
const variables = { ANALYTICS_SRC: 'https://tags.example/a.js' }

const world = await createWorld(variables)
const { url } = await listening(world.app)
const callers = [...(await signedIn(world)), ...(await strangeCookies(world)), ...(await tokens(world))]
afterAll(async () => {
  await world[Symbol.asyncDispose]()
  recordMetric({
    claim: 'access matrix: every call as permissions.ts states',
    figure: `${cells} cells (${calls.length} calls x ${callers.length + 4} callers, and WebSockets), ${wrong.length} wrong`,
    goal: '100 % of at least 500',
    isMet: wrong.length === 0 && cells >= 500,
  })
})

/** Every call as an owner makes it, before anything of the world was changed. */
async function makeAll(of: World): Promise<ReadonlyMap<Call, Made>> {
  const made = new Map<Call, Made>()
  for (const call of calls) made.set(call, await call.make(of, of.owner))
  return made
}

async function checkAllAllowed(of: World, some: readonly Caller[]): Promise<void> {
  const [last, others] = [calls.filter(isClearAll), calls.filter((call) => !isClearAll(call))]
  for (const caller of some) await checkAllowed(of, caller, others)
  for (const caller of some) await checkAllowed(of, caller, last)
}

// In this order: calls that are allowed change the world, and the last of them clears it.
test('every call refuses every caller as permissions.ts states and hides rows of others', async () => {
  const made = await makeAll(world)
  for (const caller of callers) await checkRefusals(world, caller, made)
  expect(wrong).toEqual([])
})

test('every subscription answers every caller as permissions.ts states', async () => {
  for (const caller of callers) await checkSockets(world, url, caller)
  expect(wrong).toEqual([])
})

test('every call answers the callers that permissions.ts allows', async () => {
  await checkAllAllowed(world, callers)
  expect(wrong).toEqual([])
  expect(cells).toBeGreaterThan(3_000)
})

test('where a second factor is required, every call refuses staff without one', async () => {
  await using required = await createWorld(variables)
  const some = await unenrolled(required)
  const made = await makeAll(required)
  // Set only now: creating the staff needs calls that the requirement would deny.
  required.app.ctx.config.staffMfa = 'required'
  const { url: address } = await listening(required.app)
  for (const caller of some) {
    await checkRefusals(required, caller, made)
    await checkSockets(required, address, caller)
  }
  await checkAllAllowed(required, some)
  expect(wrong).toEqual([])
})
