import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, describe, expect, test } from 'vitest'
import { tokenScopes } from '#shared/api-token.ts'
import { internalRoutes } from '../../testing/test-support/declared-calls.ts'
import { aSubmission, aToken } from '../../testing/test-support/factories.ts'
import type { RouteCall } from '../../testing/test-support/route-call.ts'
import { routeCalls } from '../../testing/test-support/route-calls.ts'
import { createTestApp } from '../../testing/test-support/test-app.ts'
import { createWorld } from '../../testing/test-support/world.ts'
import { type JsonSchema, jsonSchemaOf } from '../http/json-schema.ts'
import { schemasOf } from '../trpc/http/call-procedure.ts'
import type { ApiDocument, Operation } from './docs-routes.ts'
import { procedureRoutes } from './procedure-routes.ts'
import { routeName } from './route.ts'
import { documentedRoutes, routeAccess, routeScopes } from './routes.ts'

const world = await createWorld()
afterAll(() => world[Symbol.asyncDispose]())
const { app, dana, owner } = world
await aSubmission(app, dana, { expiringDate: '12/31', additionalInfo: 'Under the foil' })
/** A token with every scope, whose customer is Dana. */
const { headers: token } = await aToken(owner, tokenScopes, { customerEmail: dana.email })
const document: ApiDocument = (await app.request('GET', '/api/openapi.json')).json()

const documented = Object.keys(documentedRoutes)

test('every route is documented, or internal for a reason', () => {
  expect([...documented, ...Object.keys(internalRoutes)].sort()).toEqual(Object.keys(routeAccess).sort())
})

test('every path parameter of a procedure names a field of its input', () => {
  for (const route of procedureRoutes) {
    const params = [...route.url.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
    expect([routeName(route), Object.keys(route.path ?? {})]).toEqual([routeName(route), params])
    const fields = schemasOf(route.procedure).input
    const known = fields && Object.keys(jsonSchemaOf(fields, 'input').properties ?? {})
    for (const field of Object.values(route.path ?? {})) expect(known, routeName(route)).toContain(field)
  }
})

test('calls every documented route', () => {
  expect(documented.filter((route) => routeCalls[route] === undefined)).toEqual([])
})

const ajv = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true })
formats.default(ajv)

function operationOf(route: string): Operation {
  const [method = '', url = ''] = route.split(' ')
  const operation = document.paths[url.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
  if (!operation) throw new Error(`${route} is not in the document.`)
  return operation
}

/** How a response differs from the document. */
function differences(route: string, response: LightMyRequestResponse): string[] {
  const documented = operationOf(route).responses[response.statusCode]
  if (!documented) return [`${response.statusCode} is not in the document: ${response.body}`]
  const answer =
    '$ref' in documented ? document.components.responses[documented.$ref.split('/').at(-1) ?? ''] : documented
  const content = answer && 'content' in answer ? answer.content : undefined
  if (!content && response.body === '') return []
  const type = String(response.headers['content-type']).split(';')[0] ?? ''
  const media = content?.[type]
  if (!media) return [`${type} is not in the document of ${route}`]
  if (type !== 'application/json') return []
  const check = ajv.compile({ ...resolved(media.schema) })
  return check(response.json())
    ? []
    : (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

function resolved(schema: JsonSchema): JsonSchema {
  const name = typeof schema.$ref === 'string' ? schema.$ref.split('/').at(-1) : undefined
  return name === undefined ? schema : (document.components.schemas[name] ?? {})
}

/** With the token, or as Dana or an owner where every token is refused; `headers` replace both. */
async function send(route: string, { url, nowhere: _, ...options }: RouteCall, headers?: Record<string, string>) {
  const [method = ''] = route.split(' ')
  const isForTokens = routeScopes[route] !== undefined || route in internalRoutes
  const caller = headers ?? (isForTokens ? token : {})
  const as = headers || isForTokens ? {} : { as: url.startsWith('/api/admin') ? world.owner : world.dana }
  return app.request(method, url, { ...options, ...as, headers: { ...options.headers, ...caller } })
}

test('the validator reports a response that differs', async () => {
  await aSubmission(app, world.dana)
  const response = await send('GET /api/user/transactions', { url: '/api/user/transactions' })
  const [first] = response.json()
  const changed = { ...response, json: () => [{ ...first, cardValue: '100', more: 1 }] } as LightMyRequestResponse
  const found = differences('GET /api/user/transactions', {
    ...changed,
    headers: response.headers,
    statusCode: 200,
  } as never)
  expect(found.sort()).toEqual(['/0 must NOT have additional properties', '/0/cardValue must be number'])
})

/** Clear All Data deletes the customer and the token, so it is called last. */
const last = (route: string) => Number(route === 'DELETE /api/admin/clear-all-data')

describe.each([...documented].sort((a, b) => last(a) - last(b)))('%s', (route) => {
  test('responds to a token, or to a session where tokens are refused, as documented', async () => {
    const response = await send(route, (await routeCalls[route]?.(world)) ?? { url: '' })
    expect(differences(route, response)).toEqual([])
    expect(response.statusCode, response.body).toBeLessThan(300)
  })

  test('rejects as documented', async () => {
    const call = (await routeCalls[route]?.(world)) ?? { url: '' }
    const refused = await send(route, call, { authorization: 'Bearer nonsense' })
    expect([refused.statusCode, differences(route, refused)]).toEqual([401, []])
    if (operationOf(route).requestBody) {
      const broken = await send(route, { url: call.url, payload: '{', headers: { 'content-type': 'application/json' } })
      expect([[400, 415].includes(broken.statusCode), differences(route, broken)]).toEqual([true, []])
    }
    if (route.includes('/:')) {
      const nowhere = await send(route, { ...call, ...call.nowhere })
      expect([nowhere.statusCode, differences(route, nowhere)]).toEqual([404, []])
    }
  })

  test('has examples that match its schemas', () => {
    const { requestBody, parameters = [] } = operationOf(route)
    for (const { schema, example } of Object.values(requestBody?.content ?? {}))
      if (example !== undefined) expect([ajv.validate(schema, example), ajv.errorsText()]).toEqual([true, 'No errors'])
    for (const { schema, example } of parameters)
      if (example !== undefined) expect(ajv.validate(schema, example)).toBe(true)
  })
})

test('is valid OpenAPI 3.1 with unique ids, complete path parameters and resolvable references', () => {
  expect(document.openapi).toBe('3.1.0')
  expect(document.info).toEqual({
    title: expect.any(String),
    version: expect.any(String),
    description: expect.any(String),
  })
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.values(methods).map((operation) => ({ path, operation })),
  )
  expect(operations).toHaveLength(documented.length)
  const ids = operations.map(({ operation }) => operation.operationId)
  expect(new Set(ids).size).toBe(ids.length)
  for (const { path, operation } of operations) {
    const inPath = operation.parameters?.filter((each) => each.in === 'path').map(({ name }) => `{${name}}`) ?? []
    expect([path, inPath]).toEqual([path, path.match(/\{\w+\}/g) ?? []])
    expect(operation.parameters?.every((each) => each.in !== 'path' || each.required) ?? true).toBe(true)
    expect(document.tags.map(({ name }) => name)).toEqual(expect.arrayContaining(operation.tags))
    expect(operation.summary).toMatch(/^[A-Z]/)
    const names = operation.security.flatMap((each) => Object.keys(each))
    expect(names.filter((name) => !(name in document.components.securitySchemes))).toEqual([])
  }
  for (const [, kind = '', name = ''] of JSON.stringify(document).matchAll(/"#\/components\/(\w+)\/(\w+)"/g))
    expect(document.components[kind as 'schemas']).toHaveProperty(name)
})

test('leaves path fields out of the body', () => {
  const fields = (route: string) =>
    Object.keys(operationOf(route).requestBody?.content['application/json']?.schema.properties ?? {})
  expect(fields('PATCH /api/submissions/:id/status')).toEqual([
    'status',
    'reason',
    'reasonCode',
    'checkId',
    'version',
    'undoable',
    'payoutReference',
    'balance',
    'payout',
  ])
  expect(fields('POST /api/admin/submissions/:id/reveal')).toEqual(['field'])
  const history = operationOf('GET /api/admin/submissions/:id/history').parameters
  expect(history?.map(({ name }) => name)).toEqual(['id'])
})

test('says in each description who may call and which scopes a token needs', () => {
  expect(operationOf('GET /api/health').description).toBe('For anyone.')
  const { description } = operationOf('POST /api/admin/submissions/:id/reveal')
  expect(description).toMatch(/\n\nFor reviewers and owners\. With a token: `submissions:reveal`( or `[a-z:]+`)*\.$/)
})

test('the reference page loads only files of this site and has no inline script or style', async () => {
  await using below = await createTestApp({ BASE_PATH: '/shop' })
  const { body, headers } = await below.request('GET', '/shop/api/docs')
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/)
  const addresses = [...body.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address = '']) => address)
  expect(addresses).toContain('/shop/api-docs/swagger-ui-bundle.js')
  expect(addresses.filter((address) => !address.startsWith('/shop/'))).toEqual([])
  expect(body).not.toMatch(/<style|<script>|\s(on\w+|style)=/)
})
