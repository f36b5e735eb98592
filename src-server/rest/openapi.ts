import { tokenScopeMessages, tokenScopes } from '#shared/api-token.ts'
import { site } from '#shared/site.ts'
import { type Access, routeAccess, routeScopes } from '../auth/permissions.ts'
import { cookieName } from '../auth/principal.ts'
import { rateLimitsOf } from '../auth/rate-limit.ts'
import type { Config } from '../config/config.ts'
import { schemasOf } from './call-procedure.ts'
import { type JsonSchema, jsonSchemaOf, withoutFields } from './json-schema.ts'
import { internalRoutes, type RouteMessages, routeMessages } from './route-docs.ts'
import { restRouteTable } from './routes.ts'

export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  schema: JsonSchema
  example?: unknown
}
export type Media = { schema: JsonSchema; example?: unknown }
type Answer = { $ref: string } | { description: string; content?: Record<string, Media> }
export type Operation = {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  parameters?: Parameter[]
  requestBody?: { required: true; content: Record<string, Media> }
  responses: Record<string, Answer>
  security: Record<string, readonly string[]>[]
  'x-access': Access
}
export type ApiDocument = {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, JsonSchema>
    responses: Record<string, Answer>
    securitySchemes: Record<string, unknown>
  }
}

const refusalMessages: Readonly<Record<number, string>> = {
  400: 'The request is not right; `field` names what is wrong with it.',
  401: 'Nobody is signed in, or the token is not valid.',
  403: 'Not for this role, or beyond the scopes of the token.',
  404: 'Not there, or not yours.',
  409: 'It has changed meanwhile, or exists already.',
  413: 'Too large.',
  415: 'A content type that cannot be read here.',
  422: 'Understood, but not possible for this.',
  503: 'Not now; `Retry-After` says in how many seconds to come again.',
  429: 'Too often; `Retry-After` says in how many seconds to come again.',
}

/** Every documented call in OpenAPI 3.1, made from the tables that route, admit and check the calls themselves. */
export function apiDocument(config: Config): ApiDocument {
  const operations = Object.keys(routeAccess)
    .filter((route) => !(route in internalRoutes))
    .map((route) => ({ route, operation: operationOf(route) }))
  const paths: ApiDocument['paths'] = {}
  for (const { route, operation } of operations) {
    const [method = '', url = ''] = route.split(' ')
    const path = url.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${site.brandName} API`,
      version: '1',
      description:
        'JSON in, JSON out. A call is made with the cookie of somebody signed in, or with an API token as `Authorization: Bearer`; beside a token cookies are not read. Tokens are made by owners under Settings.',
    },
    servers: [{ url: config.publicUrl?.href.replace(/\/$/, '') ?? (config.basePath || '/') }],
    tags: [...new Set(operations.flatMap(({ operation }) => operation.tags))].map((name) => ({ name })),
    paths,
    components: { schemas: { Refusal: rejection }, responses: refusals(), securitySchemes: securitySchemes(config) },
  }
}

const rejection: JsonSchema = {
  type: 'object',
  properties: {
    message: { type: 'string', description: 'In words for people.' },
    code: { type: 'string', description: 'For programs.' },
    requestId: { type: 'string' },
    title: { type: 'string' },
    field: { type: 'string' },
    quote: { description: 'With 409 on a submit: the quote that holds now.' },
  },
  required: ['message', 'code', 'requestId'],
}

function refusals(): Record<string, Answer> {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } }
  const known = Object.entries(refusalMessages).map(([status, description]) => [status, { description, content }])
  return { ...Object.fromEntries(known), default: { description: 'Our fault, or we are busy (503).', content } }
}

function securitySchemes(config: Config): Record<string, unknown> {
  const cookie = (kind: 'customer' | 'staff') => ({ type: 'apiKey', in: 'cookie', name: cookieName(config, kind) })
  const scopes = tokenScopes.map((scope) => `- \`${scope}\`: ${tokenScopeMessages[scope]}`)
  return {
    customerSession: cookie('customer'),
    staffSession: cookie('staff'),
    token: {
      type: 'http',
      scheme: 'bearer',
      description: ['An API token with one of the scopes:', ...scopes].join('\n'),
    },
  }
}

function isRateLimited(route: string): boolean {
  const row = restRouteTable.find(({ method, url }) => `${method} ${url}` === route)
  return rateLimitsOf(row?.procedure ?? route) !== undefined
}

function operationOf(route: string): Operation {
  const access = routeAccess[route] ?? 'owner'
  const words: RouteMessages = routeMessages[route] ?? { tag: 'Service', summary: route }
  const { parameters, body, answer, status } = partsOf(route, words)
  const form = words.form && { 'multipart/form-data': { schema: words.form } }
  const content = body || form ? { ...body, ...form } : undefined
  const hasPath = route.includes('/:')
  const known = [...(content || parameters.length > 0 ? [400] : []), 401, ...(access === 'anyone' ? [] : [403])]
  const refused = [...known, ...(hasPath ? [404] : []), ...(content ? [413, 415] : []), ...(words.refusals ?? [])]
  if (isRateLimited(route)) refused.push(429)
  return {
    operationId: route.toLowerCase().replace(/[^a-z]+(\w)?/g, (_, letter = '') => letter.toUpperCase()),
    tags: [words.tag],
    summary: words.summary,
    ...(words.description && { description: words.description }),
    ...(parameters.length > 0 && { parameters }),
    ...(content && { requestBody: { required: true, content } }),
    responses: {
      [status]: { description: 'Done.', ...(Object.keys(answer).length > 0 && { content: answer }) },
      ...Object.fromEntries(
        [...new Set(refused)].sort().map((each) => [each, { $ref: `#/components/responses/${each}` }]),
      ),
      default: { $ref: '#/components/responses/default' },
    },
    security: securityOf(route, access),
    'x-access': access,
  }
}

function securityOf(route: string, access: Access): Operation['security'] {
  if (access === 'anyone') return []
  const sessions =
    access === 'customer'
      ? ['customerSession']
      : access === 'member'
        ? ['customerSession', 'staffSession']
        : ['staffSession']
  const tokens = (routeScopes[route] ?? []).map((scope) => ({ token: [scope] }))
  return [...sessions.map((name) => ({ [name]: [] })), ...tokens]
}

type Parts = {
  parameters: Parameter[]
  body?: Record<string, Media>
  answer: Record<string, Media>
  status: number
}

/** What goes in and comes out: of a row of `rest.ts` by its procedure's own schemas, of other routes as they say. */
function partsOf(route: string, words: RouteMessages): Parts {
  const names = [...route.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const path = names.map((name) => parameter(name, 'path', { type: 'string' }, true))
  const row = restRouteTable.find(({ method, url }) => `${method} ${url}` === route)
  if (!row) {
    const asked = (place: 'query' | 'header', of: RouteMessages['query'] = {}) =>
      Object.entries(of).map(([name, schema]) => parameter(name, place, schema, false))
    const answer = Object.entries(words.answer ?? {}).map(([type, schema]) => [type, { schema: schema ?? {} }])
    const parameters = [...path, ...asked('query', words.query), ...asked('header', words.headers)]
    const status = words.status ?? 200
    if (words.procedure === undefined) {
      const body = words.body && jsonBody(words.body, words)
      return { parameters, ...(body && { body }), answer: Object.fromEntries(answer), status }
    }
    const { input, output } = schemasOf(words.procedure)
    const body = input && jsonBody(jsonSchemaOf(input, 'input'), words)
    return { parameters, ...(body && { body }), answer: jsonResponse(output), status }
  }
  const { input, output } = schemasOf(row.procedure)
  const answer = jsonResponse(output)
  const status = row.status ?? 200
  const given = input && withoutFields(jsonSchemaOf(input, 'input'), fieldsOfPath(row, names))
  const fields = Object.entries(given?.properties ?? {})
  if (!given || fields.length === 0) return { parameters: path, answer, status }
  if (row.method === 'GET' || row.method === 'DELETE') {
    const query = fields.map(([name, schema]) =>
      parameter(
        name,
        'query',
        words.query?.[name] ?? schema,
        given.required?.includes(name) ?? false,
        words.example?.[name],
      ),
    )
    return { parameters: [...path, ...query], answer, status }
  }
  return { parameters: path, body: jsonBody(given, words), answer, status }
}

function jsonBody(schema: JsonSchema, { example }: RouteMessages): Record<string, Media> {
  return { 'application/json': { schema, ...(example && { example }) } }
}

function jsonResponse(output: Parameters<typeof jsonSchemaOf>[0]): Record<string, Media> {
  return { 'application/json': { schema: jsonSchemaOf(output, 'output') } }
}

function parameter(name: string, place: Parameter['in'], schema: JsonSchema, required: boolean, example?: unknown) {
  return { name, in: place, required, schema, ...(example !== undefined && { example }) }
}

/** The fields of a procedure's input that a row takes from the path: found by sending marked values through it. */
function fieldsOfPath({ input }: (typeof restRouteTable)[number], names: readonly string[]): string[] {
  const params = Object.fromEntries(names.map((name) => [name, `in the path: ${name}`]))
  const read = (input?.({ params, query: {}, body: {} }) ?? {}) as Record<string, unknown>
  return Object.keys(read).filter((field) => Object.values(params).includes(read[field] as string))
}
