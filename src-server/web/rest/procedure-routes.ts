import type { z } from 'zod'
import type { TokenScope } from '#shared/api-token.ts'
import { jsonNumber } from '../../platform/parsed-json.ts'
import { type JsonSchema, jsonSchemaOf } from '../http/json-schema.ts'
import type { Tag } from '../http/rest-call.ts'
import { procedures } from '../trpc/procedures.ts'
import type { ProcedureRoute } from './route.ts'

type Scopes = readonly TokenScope[]
type RouterCalls = { tag: Tag; read: Scopes; change: Scopes }

const calls = (tag: Tag, read: Scopes, change: Scopes = read): RouterCalls => ({ tag, read, change })

/** The routers of staff without a row below: only tokens for everything may call them. */
const administration = calls('Staff', ['admin'])

/** The tag and the scopes of the calls of each router, unless the `meta` of a procedure names others. */
const routers: Readonly<Record<string, RouterCalls>> = {
  account: calls('Accounts', []),
  exchange: calls('Selling', ['orders']),
  figures: calls('Selling', []),
  transactions: calls('Selling', ['orders']),
  requests: calls('Selling', ['orders']),
  appeals: calls('Selling', ['orders']),
  chat: calls('Chat', ['orders']),
  admin: calls('Review', ['submissions:read', 'payouts:read'], ['submissions:write', 'payouts:write']),
  'admin.chat': calls('Chat', ['chat']),
  'admin.problems': calls('Payouts', ['payouts:read'], ['payouts:write']),
  'admin.rates': calls('Rates', ['rates:read'], ['rates:write']),
  'admin.reports': calls('Reports', ['reports:read']),
  'admin.requests': calls('Review', ['submissions:read'], ['submissions:write']),
  'admin.review': calls('Review', ['submissions:read'], ['submissions:write']),
  'admin.session': calls('Accounts', []),
  'admin.submissions': calls('Review', ['submissions:read'], ['submissions:write']),
  'admin.users': calls('Staff', ['users'], ['users:write']),
  analytics: calls('Staff', ['analytics']),
  payouts: calls('Payouts', ['payouts:read'], ['payouts:write']),
  inventory: calls('Inventory', ['inventory:read'], ['inventory:write']),
  lots: calls('Inventory', ['inventory:read'], ['inventory:write']),
  statements: calls('Payouts', ['payouts:read'], ['payouts:write']),
  waitingActs: calls('Payouts', ['payouts:read'], ['payouts:write']),
}

/** The REST calls that procedures declare in their `meta`. @throws for a call of a router without a tag */
export const procedureRoutes: readonly ProcedureRoute[] = Object.entries(procedures).flatMap(
  ([procedure, { rest, type }]) => {
    if (!rest) return []
    const name = procedure.slice(0, procedure.lastIndexOf('.'))
    const router = routers[name] ?? (name.startsWith('admin.') ? administration : undefined)
    if (!router) throw new Error(`${procedure} has a REST call, and its router has no tag.`)
    const method = rest.method ?? (type === 'query' ? 'GET' : 'POST')
    const params = [...rest.url.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, rest.path?.[name] ?? name] as const)
    const scopes = method === 'GET' ? router.read : router.change
    return [{ tag: router.tag, scopes, ...rest, method, path: Object.fromEntries(params), procedure }]
  },
)

type Fields = Record<string, unknown>
/** A request as a call reads it. `path` has the path parameters under the names of the input's fields. */
type RequestParts = { path: Fields; query: Fields; body: unknown }

/** Whether the input of a call is in its query, and not in its body. */
export const readsQuery = (method: string) => method === 'GET' || method === 'DELETE'

/** Reads a query by the schema of its call: a text becomes a number where the schema has one. */
export function queryReader(schema: z.ZodType | undefined): (query: Fields) => Fields {
  let properties: Record<string, JsonSchema> | undefined
  return (query) => {
    properties ??= (schema && jsonSchemaOf(schema, 'input').properties) ?? {}
    return Object.fromEntries(
      Object.entries(query).map(([name, text]) => [name, isNumeric(properties?.[name]) ? numberOr(text) : text]),
    )
  }
}

export function inputReader(
  { method, readsBody = true }: { method: string; readsBody?: boolean },
  schema: z.ZodType | undefined,
): (parts: RequestParts) => unknown {
  if (!readsQuery(method)) return readsBody ? bodyAndPath : ({ path }) => path
  const read = queryReader(schema)
  return ({ path, query }) => ({ ...read(query), ...path })
}

/** No body is an empty object. One that is not an object stays as it is, for the schema to reject. */
export function bodyAndPath({ path, body }: Pick<RequestParts, 'path' | 'body'>): unknown {
  return isFields(body) ? { ...body, ...path } : body
}

function isFields(body: unknown): body is Fields | undefined {
  return body === undefined || (typeof body === 'object' && body !== null && !Array.isArray(body))
}

const isNumeric = (schema: JsonSchema | undefined) => schema?.type === 'integer' || schema?.type === 'number'
const numberOr = (text: unknown) => (typeof text === 'string' ? (jsonNumber(text) ?? text) : text)
