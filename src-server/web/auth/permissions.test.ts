import { initTRPC } from '@trpc/server'
import { afterAll, describe, expect } from 'vitest'
import { staffRoles } from '#shared/staff-role.ts'
import { updateRights } from '../../accounts/account-queries.ts'
import { inRightsChange } from '../../accounts/rights-queries.ts'
import type { UserTable } from '../../platform/db/account-tables.ts'
import { accessRules } from '../../testing/test-support/access-rules.ts'
import { test } from '../../testing/test-support/app-test.ts'
import { procedureAccess } from '../../testing/test-support/declared-calls.ts'
import { createTestApp, type Person } from '../../testing/test-support/test-app.ts'
import { assertRouteAccess, routeAccess } from '../rest/routes.ts'
import { policiesOf } from '../trpc/procedures.ts'
import { appRouter } from '../trpc/router.ts'
import { ownerProcedure, router } from '../trpc/trpc.ts'
import type { Access } from './permissions.ts'
import { noLimits } from './rate-limit-policy.ts'

const callers = ['anonymous', 'customer', ...staffRoles] as const
type CallerKind = (typeof callers)[number]

/** Inputs for calls that deny by input as well as by caller. */
const inputs: Readonly<Record<string, { email: string }>> = { 'transactions.list': { email: 'customer@mail.example' } }
const queries: Readonly<Record<string, string>> = { 'GET /api/user/transactions': '?email=customer@mail.example' }

const app = await createTestApp()
afterAll(() => app[Symbol.asyncDispose]())

/** A person of this kind with a session of their own, which a call may end. */
async function principal(kind: CallerKind): Promise<Person | undefined> {
  if (kind === 'anonymous') return undefined
  if (kind === 'owner') return app.staff()
  if (kind !== 'customer') return app.colleague(kind)
  const customer = await app.customer()
  await app.ctx.db
    .updateTable('users')
    .set({ email: null })
    .where('email', '=', 'customer@mail.example')
    .where('id', '!=', customer.id)
    .execute()
  await app.ctx.db.updateTable('users').set({ email: 'customer@mail.example' }).where('id', '=', customer.id).execute()
  return customer
}

function expectRule(access: Access | undefined, kind: CallerKind, status: number) {
  const wanted = accessRules[access ?? 'staff'][kind]
  if (wanted === 'allowed') expect([401, 403]).not.toContain(status)
  else expect(status).toBe(wanted)
}

const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>

describe.each(Object.keys(procedureAccess))('procedure %s', (path) => {
  test.each(callers)('for %s', async (kind) => {
    const person = await principal(kind)
    const type = procedures[path]?._def.type
    expect(type).toBeDefined()
    if (type === 'subscription') {
      // Called in process: over HTTP an allowed subscription would never end.
      const call = path
        .split('.')
        .reduce<unknown>((api, key) => (api as Record<string, unknown>)[key], person?.api ?? app.visitor)
      const refused: unknown = await (call as () => Promise<unknown>)().then(
        () => undefined,
        (error: { cause?: { code?: string } }) => error.cause?.code,
      )
      return expectRule(procedureAccess[path], kind, statusOf(refused))
    }
    const input = inputs[path]
    const query = input && type === 'query' ? `?input=${encodeURIComponent(JSON.stringify(input))}` : ''
    const body = type === 'query' ? {} : { body: {} }
    const method = type === 'query' ? 'GET' : 'POST'
    const response = await app.request(method, `/trpc/${path}${query}`, { ...(person && { as: person }), ...body })
    expectRule(procedureAccess[path], kind, response.statusCode)
    expect(response.statusCode).toBeLessThan(500)
  })
})

function statusOf(code: unknown): number {
  return code === 'unauthorized' ? 401 : code === 'forbidden' ? 403 : 200
}

describe.each(Object.keys(routeAccess))('%s', (route) => {
  test.each(callers)('for %s', async (kind) => {
    const [method = '', url = ''] = route.split(' ')
    expect(app.server.hasRoute({ method: method as 'GET', url })).toBe(true)
    const person = await principal(kind)
    const target = url.replace(':id', 'none') + (queries[route] ?? '')
    const response = await app.request(method, target, person ? { as: person } : {})
    expectRule(routeAccess[route], kind, response.statusCode)
    expect(response.statusCode).toBeLessThan(500)
  })
})

test('a denied call returns a message, a code and a request id', async () => {
  const anonymous = await app.request('GET', '/api/admin/submissions')
  expect(anonymous.json()).toEqual({ message: 'Please sign in.', code: 'unauthorized', requestId: expect.any(String) })
  const customer = await app.request('GET', '/api/admin/submissions', { as: await app.customer() })
  expect(customer.json()).toEqual({ message: 'Access Denied', code: 'forbidden', requestId: expect.any(String) })
})

const policiesWith = (procedure: unknown) => () => policiesOf(router({ extra: procedure } as never))

test('rejects a procedure without access', () => {
  const bare = initTRPC.create().procedure
  expect(policiesWith(bare.query(() => 1))).toThrow('extra declares no access.')
})

test('rejects a procedure that declares another access than it enforces', () => {
  const procedure = ownerProcedure.meta({ access: 'anyone' }).query(() => 1)
  expect(policiesWith(procedure)).toThrow("extra declares access 'anyone' and does not enforce it.")
})

test('rejects a mutation that does not declare its limits', () => {
  expect(policiesWith(ownerProcedure.mutation(() => 1))).toThrow('extra is a mutation and declares no limits')
  expect(policiesWith(ownerProcedure.meta({ limits: noLimits }).mutation(() => 1))).not.toThrow()
  expect(policiesWith(ownerProcedure.query(() => 1))).not.toThrow()
})

test('rejects a route that no table declares', () => {
  expect(() => assertRouteAccess('GET', '/api/health')).not.toThrow()
  expect(() => assertRouteAccess('HEAD', '/api/anything')).not.toThrow()
  expect(() => assertRouteAccess('DELETE', '/api/health')).toThrow('does not declare DELETE /api/health')
  expect(() => assertRouteAccess('GET', '/api/new')).toThrow('does not declare GET /api/new')
})

type Callable = (input?: unknown) => Promise<unknown>

test('a staff role that has no permissions yet is refused by every call that needs one', async ({ app }) => {
  const colleague = await app.colleague('support')
  await inRightsChange(app.call, [colleague.id], (tx) =>
    updateRights(tx, colleague.id, { role: 'auditor' as UserTable['role'] }),
  )

  const procedures = Object.entries(procedureAccess).filter(([, access]) => access !== 'anyone')
  expect(procedures.length).toBeGreaterThan(80)
  for (const [path] of procedures) {
    const call = path
      .split('.')
      .reduce<unknown>((api, key) => (api as Record<string, unknown>)[key], colleague.api) as Callable
    await expect(call(), path).rejects.toThrow(/^(Please sign in\.|Access Denied)$/)
  }

  const routes = Object.entries(routeAccess).filter(([, access]) => access !== 'anyone')
  expect(routes.length).toBeGreaterThan(15)
  for (const [route] of routes) {
    const [method = '', url = ''] = route.split(' ')
    const { statusCode } = await app.request(method as 'GET', url.replace(/:\w+/g, 'nowhere'), { as: colleague })
    expect([401, 403], route).toContain(statusCode)
  }
})

test('rejects a sign-up over a WebSocket before it creates an account', async ({ app }) => {
  const password = 'a-customer-password'
  const form = { name: 'Dana Reyes', email: 'dana@mail.example', phone: '555-010-0100' }
  await expect(app.visitor.account.signUp({ ...form, password, confirmPassword: password })).rejects.toThrow()
  const customers = app.ctx.db.selectFrom('users').select('id').where('role', '=', 'customer')
  expect(await customers.execute()).toEqual([])
})
