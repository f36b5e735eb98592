import type { FastifyInstance } from 'fastify'
import { tokenScopeMessages, tokenScopes } from '#shared/api-token.ts'
import type { AppContext } from '../../context.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Access } from '../auth/permissions.ts'
import { cookieName } from '../auth/principal.ts'
import { type JsonSchema, jsonSchemaOf, withoutFields } from '../http/json-schema.ts'
import { tags } from '../http/rest-call.ts'
import { escapeHtml } from '../http/site-name.ts'
import { schemasOf } from '../trpc/http/call-procedure.ts'
import { readsQuery } from './procedure-routes.ts'
import type { HandlerRoute } from './route.ts'
import { documentedRoutes, type Route } from './routes.ts'

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // Swagger UI has its icons in its style sheet and shows photos of responses as blobs.
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

/** The API reference as OpenAPI, rendered on the first request, and as a page in which Swagger UI shows it. */
export async function docsRoutes(server: FastifyInstance, { app }: { app: AppContext }) {
  let made: { brandName: string; json: string } | undefined

  server.get('/api/openapi.json', async (_, reply) => {
    const { brandName } = app.site.current
    if (made?.brandName !== brandName) made = { brandName, json: JSON.stringify(apiDocument(app.config, brandName)) }
    return reply.header('content-type', 'application/json; charset=utf-8').send(made.json)
  })
  server.get('/api/docs', async (_, reply) =>
    reply
      .headers({ 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy })
      .send(docsPage(app.config.basePath, app.site.current.brandName)),
  )
}

/** Its files are in `src/public/api-docs`, Swagger UI among them by `src/build/swagger-files.ts`. */
function docsPage(base: string, brandName: string) {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>API | ${escapeHtml(brandName)}</title>
    <link rel="icon" href="${base}/favicon.svg" type="image/svg+xml">
    <link rel="stylesheet" href="${base}/api-docs/swagger-ui.css">
    <link rel="stylesheet" href="${base}/api-docs/page.css">
    <script defer src="${base}/api-docs/swagger-ui-bundle.js"></script>
    <script defer src="${base}/api-docs/page.js"></script>
  </head>
  <body>
    <div id="reference"></div>
    <noscript>The reference needs JavaScript. The same is in <a href="${base}/api/openapi.json">OpenAPI 3.1</a>.</noscript>
  </body>
</html>
`
}

type Place = 'path' | 'query' | 'header'
type Media = { schema: JsonSchema; example?: unknown }
type Answer = { $ref: string } | { description: string; content?: Record<string, Media> }
export type Operation = ReturnType<typeof operationOf>
export type ApiDocument = ReturnType<typeof apiDocument>

const refusalMessages: Readonly<Record<number, string>> = {
  400: 'Invalid request; `field` names the invalid field.',
  401: 'The caller is not signed in, or the token is not valid.',
  403: 'Not for this role, or beyond the scopes of the token.',
  404: 'Not there, or not yours.',
  409: 'It was changed by another call, or exists already.',
  413: 'Too large.',
  415: 'A content type that cannot be read here.',
  422: 'Understood, but not possible for this.',
  503: 'Not now; `Retry-After` says in how many seconds to come again.',
  429: 'Too often; `Retry-After` says in how many seconds to come again.',
}

const callerMessages: Readonly<Record<Access, string>> = {
  anyone: 'anyone',
  customer: 'a signed-in customer',
  member: 'a signed-in customer, staff',
  staff: 'staff',
  reviewer: 'reviewers and owners',
  support: 'support and owners',
  finance: 'finance and owners',
  reviewerOrFinance: 'reviewers, finance and owners',
  owner: 'owners',
  newPassword: 'staff',
  enrolment: 'staff',
}

/** Every documented call in OpenAPI 3.1, from the table and the schemas that serve the calls themselves. */
export function apiDocument(config: Config, brandName: string) {
  const paths: Record<string, Record<string, Operation>> = {}
  for (const [name, route] of Object.entries(documentedRoutes)) {
    const path = route.url.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(name, route) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${brandName} API`,
      version: '1',
      description:
        'JSON in, JSON out. A call is made with a session cookie, or with an API token as `Authorization: Bearer`; beside a token cookies are not read. Tokens are made by owners under Settings.',
    },
    servers: [{ url: config.publicUrl?.href.replace(/\/$/, '') ?? (config.basePath || '/') }],
    tags: tags.map((name) => ({ name })),
    paths,
    components: { schemas, responses: refusals(), securitySchemes: securitySchemes(config) },
  }
}

const schemas: Readonly<Record<string, JsonSchema>> = {
  Refusal: {
    type: 'object',
    properties: {
      message: { type: 'string', description: 'In words for people.' },
      code: { type: 'string', description: 'For programs.' },
      requestId: { type: 'string' },
      title: { type: 'string' },
      field: { type: 'string' },
      quote: { description: 'With 409 on a submit: the current quote.' },
    },
    required: ['message', 'code', 'requestId'],
  },
}

function refusals(): Record<string, Answer> {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } }
  const known = Object.entries(refusalMessages).map(([status, description]) => [status, { description, content }])
  return { ...Object.fromEntries(known), default: { description: 'Our fault, or we are busy (503).', content } }
}

function securitySchemes(config: Config) {
  const cookie = (kind: 'customer' | 'staff', owner: string) => ({
    type: 'apiKey',
    in: 'cookie',
    name: cookieName(config, kind),
    description: `The session of a signed-in ${owner}; a browser sends it by itself.`,
  })
  const scopes = tokenScopes.map((scope) => `- \`${scope}\`: ${tokenScopeMessages[scope]}`)
  return {
    customerSession: cookie('customer', 'customer'),
    staffSession: cookie('staff', 'staff member'),
    token: {
      type: 'http',
      scheme: 'bearer',
      description: ['An API token with one of the scopes:', ...scopes].join('\n'),
    },
  }
}

function operationOf(name: string, route: Route) {
  const { access, limits = [] } = route.policy
  const { parameters, body, answer } = partsOf(route)
  const form = 'form' in route && route.form && { 'multipart/form-data': { schema: route.form } }
  const content: Record<string, Media> | undefined = body || form ? { ...body, ...form } : undefined
  const known = [...(content || parameters.length > 0 ? [400] : []), 401, ...(access === 'anyone' ? [] : [403])]
  const hasPath = route.url.includes('/:')
  const refused = [...known, ...(hasPath ? [404] : []), ...(content ? [413, 415] : []), ...(route.refusals ?? [])]
  if (limits.length > 0) refused.push(429)
  const answered = Object.keys(answer).length > 0 && { content: answer }
  const mayWait = answer['application/json']?.schema.properties?.waiting !== undefined
  const responses: Record<string, Answer> = {
    [route.status ?? 200]: { description: 'Done.', ...answered },
    ...(mayWait && { 202: { description: 'Nothing has changed: it waits for a second person.', ...answered } }),
    ...Object.fromEntries(
      [...new Set(refused)].sort().map((each) => [each, { $ref: `#/components/responses/${each}` }]),
    ),
    default: { $ref: '#/components/responses/default' },
  }
  return {
    operationId: name.toLowerCase().replace(/[^a-z]+(\w)?/g, (_, letter = '') => letter.toUpperCase()),
    tags: [route.tag],
    summary: route.summary,
    description: [route.description, callersOf(route)].filter((text) => text !== undefined).join('\n\n'),
    ...(parameters.length > 0 && { parameters }),
    ...(content && { requestBody: { required: true, content } }),
    responses,
    security: securityOf(route),
    'x-access': access,
  }
}

function callersOf({ policy: { access }, scopes }: Route) {
  const callers = `For ${callerMessages[access]}.`
  if (scopes.length === 0) return access === 'anyone' ? callers : `${callers} Not with a token.`
  return `${callers} With a token: ${scopes.map((scope) => `\`${scope}\``).join(' or ')}.`
}

function securityOf({ policy: { access }, scopes }: Route): Record<string, readonly string[]>[] {
  if (access === 'anyone') return []
  const sessions =
    access === 'customer'
      ? ['customerSession']
      : access === 'member'
        ? ['customerSession', 'staffSession']
        : ['staffSession']
  return [...sessions.map((name) => ({ [name]: [] })), ...scopes.map((scope) => ({ token: [scope] }))]
}

function partsOf(route: Route) {
  const names = [...route.url.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const path = names.map((name) => parameter(name, 'path', { type: 'string' }, true))
  const { input, answer } = contentOf(route)
  const given = input && withoutFields(jsonSchemaOf(input, 'input'), Object.values(route.path ?? {}))
  const hasFields = given !== undefined && Object.keys(given.properties ?? given).length > 0
  const query = hasFields && readsQuery(route.method) ? queryOf(route, given) : optional('query', route.query)
  const headers = 'headers' in route ? optional('header', route.headers) : []
  const body = hasFields && !readsQuery(route.method) && jsonBody(given, route)
  return { parameters: [...path, ...query, ...headers], ...(body && { body }), answer }
}

/** What the input of a call is read by, without the fields of a form, and what it answers. */
function contentOf(route: Route) {
  const procedure = 'procedure' in route ? route.procedure : route.jsonProcedure
  if (procedure !== undefined) {
    const { input, output } = schemasOf(procedure)
    return { input, answer: { 'application/json': { schema: jsonSchemaOf(output, 'output') } } }
  }
  const { input, answer = {} } = route as HandlerRoute
  const media = Object.entries(answer).map(([type, schema]): [string, Media] => [type, { schema: schema ?? {} }])
  return { input, answer: Object.fromEntries(media) }
}

function queryOf({ query, example }: Route, { properties = {}, required }: JsonSchema) {
  return Object.entries(properties).map(([name, schema]) =>
    parameter(name, 'query', query?.[name] ?? schema, required?.includes(name) ?? false, example?.[name]),
  )
}

function optional(place: Place, schemas: Readonly<Record<string, JsonSchema>> = {}) {
  return Object.entries(schemas).map(([name, schema]) => parameter(name, place, schema, false))
}

function jsonBody(schema: JsonSchema, { example }: Route): Record<string, Media> {
  return { 'application/json': { schema, ...(example && { example }) } }
}

function parameter(name: string, place: Place, schema: JsonSchema, required: boolean, example?: unknown) {
  return { name, in: place, required, schema, ...(example !== undefined && { example }) }
}
