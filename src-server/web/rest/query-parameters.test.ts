import type { LightMyRequestResponse } from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { tokenScopes } from '#shared/api-token.ts'
import { internalRoutes } from '../../testing/test-support/declared-calls.ts'
import { aToken } from '../../testing/test-support/factories.ts'
import { routeCalls } from '../../testing/test-support/route-calls.ts'
import { createWorld } from '../../testing/test-support/world.ts'
import type { ApiDocument } from './docs-routes.ts'
import { inputReader } from './procedure-routes.ts'
import { documentedRoutes, routeScopes } from './routes.ts'

const UNKNOWN = 'zqzq'

const world = await createWorld()
afterAll(() => world[Symbol.asyncDispose]())
const { headers: token } = await aToken(world.owner, tokenScopes, { customerEmail: world.dana.email })
const document: ApiDocument = (await world.app.request('GET', '/api/openapi.json')).json()
/** They make a card in stock, a ready payout, a lot, a line of a statement and an adjusting entry. */
const making = [
  'GET /api/admin/inventory/:id',
  'GET /api/admin/lots/:id',
  'GET /api/admin/payouts/:id',
  'POST /api/admin/statement-entries/:id/reverse',
]
for (const route of making) await routeCalls[route]?.(world)
/** Calls whose list is empty here. Other tests search them. */
const empty: Readonly<Record<string, string>> = {
  'GET /api/admin/statement-accounts/:id/movements': 'a sent payout of a new account has no line yet',
}
const others: Readonly<Record<string, Record<string, string>>> = { 'GET /api/admin/submissions': { status: 'open' } }

const getCalls = Object.keys(documentedRoutes).filter((route) => route.startsWith('GET '))
const parametersOf = (route: string) => {
  const { parameters = [] } = document.paths[route.slice(4).replace(/:(\w+)/g, '{$1}')]?.get ?? {}
  return parameters.filter((each) => each.in === 'query')
}

/** Makes a valid call with one more parameter, with the token or as Dana where every token is refused. */
async function callerOf(route: string) {
  const url = new URL((await routeCalls[route]?.(world))?.url ?? '', 'http://site.example')
  // Without filters, so that there is something to find. Some calls need a period or a month.
  for (const { name } of parametersOf(route)) if (!/^(from|to|year|month)$/.test(name)) url.searchParams.delete(name)
  const isForTokens = routeScopes[route] !== undefined || route in internalRoutes
  return (more: Record<string, string> = {}) => {
    const query = new URLSearchParams({ ...Object.fromEntries(url.searchParams), ...more })
    return world.app.request('GET', `${url.pathname}?${query}`, isForTokens ? { headers: token } : { as: world.dana })
  }
}

const shown = ({ statusCode, headers, body }: LightMyRequestResponse) =>
  JSON.stringify([statusCode, headers['content-disposition'], body])

test.each(getCalls)('%s reads each parameter: documented values, and unknown ones by refusing them', async (route) => {
  const call = await callerOf(route)
  const without = await call()
  expect(without.statusCode).toBe(200)
  const wrong: string[] = []
  for (const { name, schema } of parametersOf(route)) {
    const answer = await call({ [name]: UNKNOWN })
    if (answer.statusCode >= 500 || (answer.statusCode < 400 && shown(answer) === shown(without))) wrong.push(name)
    for (const value of schema.enum ?? [])
      if ((await call({ ...others[route], [name]: String(value) })).statusCode !== 200) wrong.push(`${name}=${value}`)
  }
  expect(wrong).toEqual(empty[route] === undefined ? [] : ['search'])
})

test('the document names the parameters of lists and files', () => {
  const namesOf = (route: string) => parametersOf(route).map(({ name }) => name)
  expect(namesOf('GET /api/admin/submissions')).toEqual(expect.arrayContaining(['page', 'search', 'until']))
  expect(namesOf('GET /api/admin/ledger.csv')).toEqual(['account', 'from', 'to'])
})

const schema = z
  .object({ id: z.string(), page: z.int().default(1), search: z.string().optional() })
  .prefault({ id: '' })
const parts = { path: { id: 'a' }, query: {}, body: undefined }

test('reads the numbers of a query by the schema, and leaves every other text', () => {
  const read = inputReader({ method: 'GET' }, schema)
  expect(read({ ...parts, query: { page: '2', search: '2' } })).toEqual({ id: 'a', page: 2, search: '2' })
  for (const page of ['', '0x10', 'two', ['1', '2']])
    expect(read({ ...parts, query: { page } })).toEqual({ id: 'a', page })
})

test('prefers the path to the query, and gives the schema what it does not know', () => {
  const read = inputReader({ method: 'DELETE' }, schema)
  expect(read({ ...parts, query: { id: 'b', more: '1' }, body: { page: 3 } })).toEqual({ id: 'a', more: '1' })
})

test('reads the body of a change, unless the call ignores it', () => {
  expect(inputReader({ method: 'POST' }, schema)({ ...parts, body: { id: 'b', page: 3 } })).toEqual({
    id: 'a',
    page: 3,
  })
  expect(inputReader({ method: 'POST' }, schema)({ ...parts, body: [1] })).toEqual([1])
  expect(inputReader({ method: 'POST', readsBody: false }, schema)({ ...parts, body: [1] })).toEqual({ id: 'a' })
})
