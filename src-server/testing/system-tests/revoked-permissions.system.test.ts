import { once } from 'node:events'
import { afterAll, expect, test } from 'vitest'
import WebSocket from 'ws'
import { tokenScopes } from '#shared/api-token.ts'
import { endSession } from '../../accounts/sessions.ts'
import { resetStaff, setStaffActive, updateStaff } from '../../accounts/staff-accounts.ts'
import { setUserActive } from '../../operator/operations/set-user-active.ts'
import type { Access } from '../../web/auth/permissions.ts'
import { routeAccess, routeScopes } from '../../web/rest/routes.ts'
import { appRouter } from '../../web/trpc/router.ts'
import { procedureAccess } from '../test-support/declared-calls.ts'
import { everything } from '../test-support/dump-database.ts'
import { aToken } from '../test-support/factories.ts'
import { procedureCalls } from '../test-support/procedure-calls.ts'
import { rawConnection, requestHead } from '../test-support/raw-http.ts'
import { aRevocationTarget, type RevocationTarget, revocations } from '../test-support/revoked-permissions.ts'
import { routeCalls } from '../test-support/route-calls.ts'
import { listening } from '../test-support/socket-page.ts'
import type { Person, RequestOptions } from '../test-support/test-app.ts'
import { createWorld } from '../test-support/world.ts'
import { seedPeople } from './seeded-accounts.ts'
import { recordMetric } from './system-test.ts'

type Revoke = () => Promise<unknown>
const typeOf = (path: string) =>
  (appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>)[path]?._def.type
const proceduresOf = (type: string) =>
  Object.entries(procedureAccess).filter(([path, access]) => access !== 'anyone' && typeOf(path) === type)
const routes = Object.entries(routeAccess).filter(([, access]) => access !== 'anyone')
const world = await createWorld()
afterAll(() => world[Symbol.asyncDispose]())
const { host } = await listening(world.app)
let cells = 0
const wrong: string[] = []

/** A caller with this access: Dana, who owns the rows, or a new member of staff. */
async function callerFor(access: Access): Promise<Person> {
  if (access === 'customer' || access === 'member') return world.dana
  const [seeded] = await seedPeople(world.app.ctx, 'owner', 1)
  return { ...world.owner, ...seeded }
}

function check(isRight: boolean, call: string, how: string, actual: unknown): void {
  cells++
  if (!isRight) wrong.push(`${call}, ${how}: ${JSON.stringify(actual)}`)
}

/** Stored data a denied call must not change: all but audit entries of denied calls. */
async function contents(): Promise<string> {
  const { audit_log, ...rest } = await everything(world.app)
  const entries = (audit_log as { action: string }[]).filter(({ action }) => action !== 'call.refused')
  return JSON.stringify([rest, entries])
}

test('a procedure whose caller loses the permission after authorization is denied and changes nothing', async () => {
  const mutations = proceduresOf('mutation')
  for (const [path, access] of mutations) {
    const caller = await callerFor(access)
    const { input, by: who = caller } = (await procedureCalls[path]?.(world, caller)) ?? {}
    for (const { name, applies, revoke } of revocations) {
      const target = await aRevocationTarget(world, who, access)
      if (!applies(target)) continue
      const { api } = await world.app.authorized(target.person)
      const call = path.split('.').reduce((at: unknown, key) => (at as Record<string, unknown>)[key], api)
      await revoke(world, target)
      const before = await contents()
      const events: string[] = []
      const stop = world.app.ctx.events.listen((event) => events.push(event.name))
      const outcome = await outcomeOf((call as (input: unknown) => Promise<unknown>)(input))
      stop()
      const isSame = (await contents()) === before
      check(outcome === 'refused' && isSame && events.length === 0, path, name, { outcome, isSame, events })
    }
  }
  await aRevocationTarget(world, world.dana, 'customer')
  expect(wrong.splice(0)).toEqual([])
  expect(cells).toBeGreaterThan(mutations.length * 3)
})

async function outcomeOf(calling: Promise<unknown>): Promise<string> {
  try {
    return `answered ${JSON.stringify(await calling)}`
  } catch (error) {
    const { code } = ((error as Error).cause ?? {}) as { code?: string }
    return code === 'unauthorized' || code === 'forbidden' ? 'refused' : String(error)
  }
}

/**
 * Sends the head of a request, which authorizes an API token or a form, then calls `revoke`, then sends the body;
 * returns the status. The server requests the body (100 Continue) once it has processed the head.
 */
async function statusOf(
  route: string,
  { url, ...options }: { url: string } & RequestOptions,
  headers: Record<string, string>,
  revoke: Revoke,
): Promise<number> {
  const body = options.payload ?? JSON.stringify(options.body ?? {})
  const head = {
    'content-type': 'application/json',
    ...options.headers,
    ...headers,
    'content-length': Buffer.byteLength(body),
    'sec-fetch-site': 'same-origin',
    expect: '100-continue',
    connection: 'close',
  }
  const { write, received, closed } = await rawConnection(host)
  write(requestHead(`${route.split(' ')[0]} ${url}`, head))
  await received(/100 Continue\r\n/)
  await revoke()
  write(body as Buffer)
  return Number(/HTTP\/1\.1 (?!100)(\d{3})/.exec(await closed)?.[1])
}

/** Every state that the permissions of a token depend on, revoked one at a time. */
type Token = { id: string; maker: Person }
const tokenRevocations: Readonly<Record<string, (token: Token) => Promise<unknown>>> = {
  revoked: ({ id }) => world.owner.api.admin.tokens.revoke({ id }),
  expired: ({ id }) =>
    world.app.ctx.db.updateTable('api_tokens').set({ expires_at: '2026-11-20' }).where('id', '=', id).execute(),
  'left by its maker': ({ maker }) => setStaffActive(world.app.call, actor(), { id: maker.id, isActive: false }),
  'of a maker with another role': ({ maker: { id } }) =>
    updateStaff(world.app.call, actor(), { id, name: 'x', role: 'support' }),
}
const actor = () => ({ id: world.owner.id, ip: '', apiToken: undefined })

test('a route whose caller loses the permission between head and body is denied and changes nothing', async () => {
  for (const [route, access] of routes.filter(([route]) => !route.startsWith('GET '))) {
    const made = await routeCalls[route]?.(world)
    if (!made) throw new Error(`No call is made of ${route}.`)
    for (const { name, applies, revoke } of revocations) {
      const target = await aRevocationTarget(world, await callerFor(access), access)
      if (!applies(target)) continue
      const { cookie } = target.person
      await checkRefused(route, name, made, { cookie }, () => revoke(world, target))
    }
    await aRevocationTarget(world, world.dana, 'customer')
    for (const [name, revoke] of Object.entries(tokenRevocations)) {
      if ((routeScopes[route] ?? []).length === 0) continue
      const maker = await callerFor('owner')
      const { id, headers } = await aToken(await world.app.alwaysAllowed(maker), tokenScopes, {
        customerEmail: world.dana.email,
      })
      await checkRefused(route, `token ${name}`, made, headers, () => revoke({ id, maker }))
    }
  }
  expect(wrong.splice(0)).toEqual([])
})

async function checkRefused(
  route: string,
  how: string,
  made: { url: string } & RequestOptions,
  headers: Record<string, string>,
  revoke: Revoke,
): Promise<void> {
  let before = ''
  const status = await statusOf(route, made, headers, async () => {
    await revoke()
    before = await contents()
  })
  const isSame = (await contents()) === before
  check((status === 401 || status === 403) && isSame, route, how, { status, isSame })
}

/** These are read as a whole before the response begins, as JSON is. */
const isStreamed = (route: string) => /^GET (?!.*\/(transactions|rates|[\w-]+report|business|losses)\.csv$)/.test(route)

test('a streamed response is cut off when its caller loses the permission', async () => {
  const streamed: string[] = []
  for (const [route, access] of routes.filter(([route]) => isStreamed(route))) {
    const made = await routeCalls[route]?.(world)
    if (!made) throw new Error(`No call is made of ${route}.`)
    for (const { name, applies, revoke } of revocations) {
      const target = await aRevocationTarget(world, await callerFor(access), access)
      if (!applies(target)) continue
      const answer = await world.app.request('GET', made.url, { as: target.person })
      if (/^application\/json/.test(String(answer.headers['content-type']))) continue
      streamed.push(route)
      check(answer.statusCode === 200, route, 'before', answer.statusCode)
      const status = await whileReading(target, () => revoke(world, target), made.url)
      check(status !== 200, route, name, status)
    }
  }
  const files = routes.map(([route]) => route).filter((each) => /\.(csv|beancount)$/.test(each) && isStreamed(each))
  expect(new Set(streamed)).toEqual(new Set(['GET /api/files/:id', ...files]))
  expect(wrong.splice(0)).toEqual([])
})

/** Calls `revoke` while the response is generated: when its first byte is read, or its audit entry written. */
async function whileReading({ person }: RevocationTarget, revoke: Revoke, url: string): Promise<number> {
  const { app } = world
  const { read } = app.storage
  let revoking: Promise<unknown> | undefined
  const stop = app.ctx.events.listen(({ name }) => {
    if (name === 'audit.written') revoking ??= revoke()
  })
  app.storage.read = async function* (key, max) {
    revoking ??= revoke()
    await revoking
    yield* read(key, max)
  }
  const status = await app.request('GET', url, { as: person }).then(
    ({ statusCode }) => statusCode,
    () => 0,
  )
  stop()
  app.storage.read = read
  if (!revoking) throw new Error(`${url} was answered before its caller lost the permission.`)
  return status
}

type Ending = (person: RevocationTarget) => Promise<unknown>
/** What ends subscriptions, through the use cases. */
const endings: Readonly<Record<'customer' | 'staff', Readonly<Record<string, Ending>>>> = {
  customer: {
    'signed out': ({ person, sessionId }) => endSession(world.app.call, { id: person.id, sessionId }),
    disabled: ({ person }) => setUserActive(world.app.call, actor(), { userId: person.id, isActive: false }),
  },
  staff: {
    'signed out': ({ person, sessionId }) => endSession(world.app.call, { id: person.id, sessionId }),
    disabled: ({ person }) => setStaffActive(world.app.call, actor(), { id: person.id, isActive: false }),
    reset: ({ person }) => resetStaff(world.app.call, actor(), person.id),
  },
}

test('a subscription ends with the session that authorized it', async () => {
  for (const [path, access] of proceduresOf('subscription'))
    for (const [name, end] of Object.entries(endings[/customer|member/.test(access) ? 'customer' : 'staff'])) {
      const target = await aRevocationTarget(world, await callerFor(access), access)
      const { input } = (await procedureCalls[path]?.(world, target.person)) ?? {}
      const socket = new WebSocket(`ws://${host}/trpc`, { headers: { cookie: target.person.cookie } })
      await once(socket, 'open')
      const started = once(socket, 'message')
      socket.send(JSON.stringify({ id: 1, method: 'subscription', params: { path, input } }))
      const [text] = await started
      const closed = once(socket, 'close')
      await end(target)
      const [code] = await closed
      const isStarted = JSON.parse(String(text)).result?.type === 'started'
      check(isStarted && code === 4401, path, name, { text: String(text), code })
      await aRevocationTarget(world, world.dana, 'customer')
    }
  recordMetric({
    claim: 'permissions revoked during a call',
    figure: `${cells} calls, forms, streams and subscriptions, ${wrong.length} went on`,
    goal: '0',
    isMet: wrong.length === 0,
  })
  expect(wrong).toEqual([])
})
