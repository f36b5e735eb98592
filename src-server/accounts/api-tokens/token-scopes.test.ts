import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tokenScopes } from '#shared/api-token.ts'
import { internalRoutes } from '../../testing/test-support/declared-calls.ts'
import { aToken } from '../../testing/test-support/factories.ts'
import { createTestApp, type Person, type TestApp } from '../../testing/test-support/test-app.ts'
import { routeAccess, routeScopes } from '../../web/rest/routes.ts'

let app: TestApp
let customer: Person
const tokens = new Map<string, { authorization: string }>()
beforeAll(async () => {
  app = await createTestApp()
  customer = await app.customer()
  const owner = await app.staff()
  for (const scope of tokenScopes) {
    const { headers } = await aToken(owner, [scope], scope === 'orders' ? { customerEmail: customer.email } : {})
    tokens.set(scope, headers)
  }
})
afterAll(() => app[Symbol.asyncDispose]())

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
