import { afterAll, describe, expect } from 'vitest'
import { type TokenScope, tokenScopes } from '#shared/api-token.ts'
import { test } from '../../testing/test-support/app-test.ts'
import { aClawbackAppeal, anAppeal } from '../../testing/test-support/appeals.ts'
import { internalRoutes } from '../../testing/test-support/declared-calls.ts'
import { everything } from '../../testing/test-support/dump-database.ts'
import { aSubmission, aToken } from '../../testing/test-support/factories.ts'
import { aBoughtCard, setInventoryPolicy } from '../../testing/test-support/inventory.ts'
import { aLot } from '../../testing/test-support/lot-calls.ts'
import { anOpenProblem } from '../../testing/test-support/problems.ts'
import { enrol } from '../../testing/test-support/second-factor.ts'
import { createTestApp, customerPassword, type Person, type TestApp } from '../../testing/test-support/test-app.ts'
import { createWorld, withPassword } from '../../testing/test-support/world.ts'
import { routeAccess, routeScopes } from '../../web/rest/routes.ts'

const app = await createTestApp()
afterAll(() => app[Symbol.asyncDispose]())
const [customer, owner] = [await app.customer(), await app.staff()]
const tokens = new Map<string, { authorization: string }>()
for (const scope of tokenScopes) {
  const { headers } = await aToken(owner, [scope], scope === 'orders' ? { customerEmail: customer.email } : {})
  tokens.set(scope, headers)
}

/** Sorts Clear All Data last, because it deletes the customer and their token. */
const last = (name: string) => Number(name === 'DELETE /api/admin/clear-all-data' || name === 'admin')
const routes = Object.keys(routeAccess).sort((a, b) => last(a) - last(b))
const scopes = [...tokenScopes].sort((a, b) => last(a) - last(b))

describe.each(routes)('%s', (route) => {
  test.each(scopes)('with a token for %s', async (scope) => {
    const [method = '', url = ''] = route.split(' ')
    const query = route === 'GET /api/user/transactions' ? `?email=${customer.email}` : ''
    const response = await app.request(method, url.replace(':id', 'none') + query, { headers: tokens.get(scope) ?? {} })
    const needed = routeScopes[route]
    if (needed && (needed.length === 0 || needed.includes(scope))) expect([401, 403]).not.toContain(response.statusCode)
    else expect(response.statusCode).toBe(403)
    expect(response.statusCode).toBeLessThan(500)
  })
})

/** What only a person in a session may do: with a password, or as a second person. */
const refusingTokens = [
  'POST /api/admin/payouts/:id/release',
  'POST /api/admin/waiting-acts/:id/release',
  'PUT /api/user/transactions/:id/payout-method',
]

test('defines scopes for every documented route, and none only for public ones', () => {
  const documented = Object.keys(routeAccess).filter((route) => !(route in internalRoutes))
  expect(documented.filter((route) => routeScopes[route] === undefined).sort()).toEqual(refusingTokens)
  expect(Object.keys(routeScopes).filter((route) => routeAccess[route] === undefined)).toEqual([])
  const open = documented.filter((route) => (routeScopes[route]?.length === 0) !== (routeAccess[route] === 'anyone'))
  expect(open).toEqual([])
})

test('allows customer routes only with the orders scope, and staff routes only with staff scopes', () => {
  for (const [route, scopes] of Object.entries(routeScopes)) {
    if (routeAccess[route] === 'customer') expect([route, scopes]).toEqual([route, ['orders']])
    if (routeAccess[route] !== 'customer' && routeAccess[route] !== 'member') expect(scopes).not.toContain('orders')
  }
})

/** A token never has more permissions than its maker has now. */

async function statusOf(app: TestApp, headers: Record<string, string>): Promise<number> {
  return (await app.request('GET', '/api/admin/submissions', { headers })).statusCode
}
const setUser = ({ ctx }: TestApp, { id }: Person, changes: object) =>
  ctx.db.updateTable('users').set(changes).where('id', '=', id).execute()

test('suspends a token while its maker is disabled', async ({ app }) => {
  const [owner, maker] = [await app.staff(), await app.colleague('owner')]
  const { headers } = await aToken(maker, ['submissions:read'])
  await setUser(app, maker, { disabled_at: app.clock.now().toISOString() })
  expect(await statusOf(app, headers)).toBe(401)
  expect(await owner.api.admin.tokens.list()).toMatchObject([{ state: 'suspended' }])
})

test('suspends a token while its maker has a required action', async () => {
  await using app = await createTestApp({ STAFF_MFA: 'required' })
  const owner = await app.staff()
  await enrol(app, owner)
  const { headers } = await aToken(owner, ['submissions:read'])
  expect(await statusOf(app, headers)).toBe(200)
  await setUser(app, owner, { must_change_password: 1 })
  expect(await statusOf(app, headers)).toBe(401)
  await setUser(app, owner, { must_change_password: 0 })
  expect(await statusOf(app, headers)).toBe(200)
  await app.ctx.db.deleteFrom('second_factors').where('user_id', '=', owner.id).execute()
  expect(await statusOf(app, headers)).toBe(401)
})

test("suspends a token whose scopes exceed its maker's current role", async ({ app }) => {
  const maker = await app.colleague('owner')
  const read = await aToken(maker, ['submissions:read'])
  const decide = await aToken(maker, ['submissions:read', 'submissions:write'])
  const pay = await aToken(maker, ['submissions:read', 'payouts:read', 'payouts:write'])
  const everything = await aToken(
    maker,
    tokenScopes.filter((scope) => scope !== 'orders'),
  )
  await setUser(app, maker, { role: 'support' })
  expect(await statusOf(app, read.headers)).toBe(200)
  for (const { headers } of [decide, pay]) expect(await statusOf(app, headers)).toBe(401)
  await setUser(app, maker, { role: 'reviewer' })
  expect(await statusOf(app, decide.headers)).toBe(200)
  expect(await statusOf(app, everything.headers)).toBe(401)
  await setUser(app, maker, { role: 'finance' })
  expect(await statusOf(app, pay.headers)).toBe(200)
  expect(await statusOf(app, decide.headers)).toBe(401)
})

const world = await createWorld()
afterAll(() => world[Symbol.asyncDispose]())
await setInventoryPolicy(world.owner, { custody: 'hold' })
await withPassword(world, world.owner, customerPassword)

type Call = { method?: string; url: string; body: object }
/** What a call does, the scopes that it needs, and a token that can send it but has not all of them. */
type Act = { does: string; needs: readonly TokenScope[]; with: TokenScope; call(): Promise<Call> }

const answer = (id: string): Call => ({
  url: `/api/admin/appeals/${id}/decide`,
  body: { outcome: 'right', words: 'We look again.' },
})
const decision = async (body: object): Promise<Call> => {
  const { id, version } = await anOpenProblem(world)
  return { url: `/api/admin/problems/${id}/decide`, body: { version, reason: 'It was empty.', ...body } }
}

const acts: Act[] = [
  {
    does: 'reverses a claw back',
    needs: ['payouts:write'],
    with: 'submissions:write',
    call: async () =>
      answer((await aClawbackAppeal(world.app, await world.app.customer(), await world.app.colleague('owner'))).id),
  },
  {
    does: 'opens a rejected order again',
    needs: ['submissions:write'],
    with: 'payouts:write',
    call: async () => answer((await anAppeal(world.app, await world.app.customer(), world.reviewer)).id),
  },
  {
    does: 'claws back',
    needs: ['payouts:write'],
    with: 'inventory:write',
    call: () => decision({ decision: 'claw-back' }),
  },
  {
    does: 'releases payouts that a problem holds',
    needs: ['payouts:write'],
    with: 'inventory:write',
    call: () => decision({ decision: 'dismiss' }),
  },
  {
    does: 'rejects a paid order',
    needs: ['payouts:write', 'submissions:write'],
    with: 'payouts:write',
    call: () => decision({ decision: 'claw-back', rejects: true }),
  },
  {
    does: 'records what a brand has refunded',
    needs: ['payouts:write', 'inventory:write'],
    with: 'payouts:write',
    call: () => decision({ decision: 'recovered', amount: 50 }),
  },
  {
    does: 'says that an order was paid, where only finance may',
    needs: ['submissions:write', 'payouts:write'],
    with: 'submissions:write',
    call: async () => ({
      method: 'PATCH',
      url: `/api/submissions/${await aSubmission(world.app, world.dana)}/status`,
      body: { status: 'completed' },
    }),
  },
  ...(['returned', 'never-sent'] as const).map((payout) => ({
    does: `books that the money of a paid order is ${payout}`,
    needs: ['submissions:write', 'payouts:write'] as const,
    with: 'submissions:write' as const,
    call: async () => ({
      method: 'PATCH',
      url: `/api/submissions/${await aBoughtCard(world.app, world.dana, world.owner)}/status`,
      body: { status: 'failed', payout },
    }),
  })),
  {
    does: 'reads numbers and codes',
    needs: ['inventory:write', 'submissions:reveal'],
    with: 'inventory:write',
    call: async () => ({
      url: `/api/admin/lots/${await aLot(world)}/download`,
      body: { currentPassword: customerPassword },
    }),
  },
]

describe.each(acts)('a call that $does', ({ needs, with: scope, call }) => {
  const send = async (scopes: readonly TokenScope[], { method = 'POST', url, body }: Call) =>
    world.app.request(method, url, { body, headers: (await aToken(world.owner, scopes)).headers })
  const rows = async () => ({ ...(await everything(world.app)), api_tokens: [], audit_log: [], events: [] })

  test(`changes nothing with the scope ${scope} alone, and says what is missing`, async () => {
    const asked = await call()
    const before = await rows()
    const { statusCode, body } = await send([scope], asked)
    const missing = needs.find((each) => each !== scope)
    expect([statusCode, JSON.parse(body).message]).toEqual([403, `The API token does not have the scope ${missing}.`])
    expect(await rows()).toEqual(before)
  })

  test(`does it with ${needs.join(' and ')}`, async () => {
    expect((await send(needs, await call())).statusCode).toBe(200)
  })
})
