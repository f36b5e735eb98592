import type { HTTPMethods } from 'fastify'
import type { TokenScope } from '#shared/api-token.ts'
import { queueFilters } from '#shared/queue.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Access } from '../auth/permissions.ts'
import type { LimitUse } from '../auth/rate-limit-policy.ts'
import type { JsonSchema } from './json-schema.ts'
import type { RequestParts } from './route-input.ts'

/** In the order of the documentation. */
export const tags = ['Service', 'Selling', 'Accounts', 'Review', 'Payouts', 'Staff', 'Rates', 'Chat'] as const

type Documented = {
  method: HTTPMethods
  url: string
  /**
   * The scopes that let an API token make the call: one of them is enough. With none, a call for anyone needs none,
   * every other refuses tokens.
   */
  scopes: readonly TokenScope[]
  tag: (typeof tags)[number]
  summary: string
  description?: string
  /** A valid body, or a valid query. */
  example?: Readonly<Record<string, unknown>>
  /** Error statuses beyond those of every call of its kind. */
  refusals?: readonly number[]
  /** The status of a success; 200 by default. */
  status?: number
  /** Schemas of query parameters, where the procedure's own do not fit or there is none. */
  query?: Readonly<Record<string, JsonSchema>>
}

/** A path that calls a procedure, whose access, limits and schemas are its own. */
export type ProcedureRoute = Documented & {
  procedure: string
  /** Which field of the input each path parameter is. */
  path?: Readonly<Record<string, string>>
  /** Builds the input, which the procedure validates. By default it is the body with the fields of the path. */
  input?: (parts: RequestParts) => unknown
  /** Whether this site has the call; every site by default. */
  isOffered?: (config: Config) => boolean
}

/** A path with a handler of its own, because it takes or returns something else than JSON, or is no procedure. */
export type HandlerRoute = Documented & {
  access: Access
  limits: readonly LimitUse[]
  /** Served even while the server sheds load. */
  isUrgent?: true
  headers?: Readonly<Record<string, JsonSchema>>
  form?: JsonSchema
  body?: JsonSchema
  /** The procedure that a JSON body goes to. */
  jsonProcedure?: string
  /** Schemas of the response by content type; null is bytes. */
  answer?: Readonly<Record<string, JsonSchema | null>>
}

/** A row as it is written; keeps its literal access, which decides what its handler gets. */
export const handlerRoute = <A extends Access>(row: HandlerRoute & { access: A }) => row

/** A path for the site's own pages. It is not documented and takes no API token. */
export type InternalRoute = { method: HTTPMethods; url: string; access: Access; reason: string }

/** The name of a route in maps and in the audit log, 'GET /api/health'. */
export function routeName({ method, url }: { method: HTTPMethods; url: string }): string {
  return `${method} ${url}`
}

export const statusFilter: JsonSchema = { type: 'string', enum: ['all', ...queueFilters] }
