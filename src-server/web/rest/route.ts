import type { FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import type { z } from 'zod'
import type { AppContext } from '../../context.ts'
import { type Permitted, runAuthorized } from '../auth/authorize.ts'
import type { Access } from '../auth/permissions.ts'
import type { LimitUse } from '../auth/rate-limit-policy.ts'
import { httpApiContext } from '../auth/request-context.ts'
import type { JsonSchema } from '../http/json-schema.ts'
import type { DocumentedCall, RestCall } from '../http/rest-call.ts'

/** A path that calls a procedure. `path` names the field of the input of each path parameter. */
export type ProcedureRoute = RestCall & DocumentedCall & { procedure: string; path: Readonly<Record<string, string>> }

/** A path with a handler of its own, because it takes or returns something else than JSON, or is no procedure. */
export type HandlerRoute = DocumentedCall & {
  access: Access
  limits: readonly LimitUse[]
  isUrgent?: true
  headers?: Readonly<Record<string, JsonSchema>>
  form?: JsonSchema
  /** Names of path parameters, and of the fields of `jsonProcedure` that they give. */
  path?: Readonly<Record<string, string>>
  /** What its query or its JSON body is read by. */
  input?: z.ZodType
  /** The procedure that a JSON body goes to. */
  jsonProcedure?: string
  /** Schemas of the response by content type; null is bytes. */
  answer?: Readonly<Record<string, JsonSchema | null>>
}

/** A row as it is written; keeps its literal access, which decides what its handler gets. */
export const handlerRoute = <A extends Access>(row: HandlerRoute & { access: A }) => row

/** A path for the site's own pages. It is not documented and takes no API token. */
export type InternalRoute = { method: HTTPMethods; url: string; access: Access; reason: string }

/** Runs `work` for the authorized caller of a request for this row. */
export function runRoute<A extends Access, Result>(
  app: AppContext,
  route: HandlerRoute & { access: A },
  request: FastifyRequest,
  reply: FastifyReply,
  work: (caller: Permitted<A>) => Promise<Result>,
) {
  const call = { name: routeName(route), policy: route, bytes: declaredBytes(request) }
  return runAuthorized(route.access, httpApiContext(app, request, reply), call, work)
}

/** The bytes to count before the body is read: one of a chunked body, so that it is refused when nothing is left. */
function declaredBytes({ headers }: FastifyRequest) {
  return isChunked(headers) ? 1 : Number(headers['content-length'] ?? 0)
}

export function isChunked(headers: FastifyRequest['headers']) {
  return headers['transfer-encoding'] !== undefined
}

/** The name of a route in maps and in the audit log, 'GET /api/health'. */
export function routeName({ method, url }: { method: HTTPMethods; url: string }) {
  return `${method} ${url}`
}
