import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { TokenScope } from '#shared/api-token.ts'
import {
  authenticateToken,
  findTokenHolder,
  missingScope,
  type TokenHolder,
} from '../../accounts/api-tokens/find-token-holder.ts'
import { auditNow, type CallSource } from '../../audit/audit-queries.ts'
import type { AppContext } from '../../context.ts'
import { type Db, withoutAuthorization } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { clientAddress } from '../http/client-address.ts'
import { isSafeMethod } from '../http/same-origin.ts'
import { auditDeniedCall } from './audit-denied-call.ts'
import { anonymous, type Principal } from './principal.ts'

/** What a call with a token has in place of cookies. */
type BearerCall = {
  principal: Principal
  /** The principal by the current state of `db`. @throws AppError 'unauthorized' or 'forbidden', as at the start */
  findPrincipal(db: Db): Promise<Principal>
  apiToken: NonNullable<CallSource['apiToken']>
}

const calls = new WeakMap<FastifyRequest, BearerCall>()

export function bearerCall(request: FastifyRequest) {
  return calls.get(request)
}

/** A cross-site page cannot make a browser send a token: no origin check is needed, and cookies are ignored. */
export function hasBearer({ authorization }: IncomingHttpHeaders) {
  return /^bearer(\s|$)/i.test(authorization ?? '')
}

/** The scopes of each route ('GET /api/x'): one of them is enough, none are needed where the list is empty. */
export type RouteScopes = Readonly<Record<string, readonly TokenScope[]>>

/** Accepts `Authorization: Bearer` at every route registered after it; 403 at a route that `scopes` does not list. */
export function acceptBearer(server: FastifyInstance, app: AppContext, scopes: RouteScopes) {
  server.addHook('onRequest', (request, reply, next) => {
    if (!hasBearer(request.headers)) return next()
    const token = request.headers.authorization?.slice('bearer'.length).trim() ?? ''
    authorizeToken(app, scopes, token, request, reply).then(() => next(), next)
  })
}

async function authorizeToken(
  app: AppContext,
  scopes: RouteScopes,
  token: string,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const holder = await authenticateToken(app, token)
  if (!holder) {
    reply.header('www-authenticate', 'Bearer error="invalid_token"')
    throw invalidToken()
  }
  const apiToken = { id: holder.tokenId, scopes: holder.scopes }
  const source = { ip: clientAddress(app.config, request.raw), apiToken }
  const route = `${request.method === 'HEAD' ? 'GET' : request.method} ${routeOf(request, app)}`
  const needed = scopes[route]
  const principal = principalOf(holder, needed)
  if (!principal) {
    await auditDeniedCall(withoutAuthorization(app), { id: holder.staff.id, ...source }, route)
    reply.header('www-authenticate', 'Bearer error="insufficient_scope"')
    throw missingScope(needed)
  }
  const findPrincipal = async (db: Db) => {
    const current = await findTokenHolder(app, db, token)
    if (!current) throw invalidToken()
    const currentPrincipal = principalOf(current, needed)
    if (!currentPrincipal) throw missingScope(needed)
    return currentPrincipal
  }
  calls.set(request, { principal, findPrincipal, apiToken })
  // Customers' own changes are not audited; those a script makes for a customer are, before they happen.
  if (principal.customer && !isSafeMethod(request.method)) {
    const detail = `${request.method} ${routeOf(request, app)}`
    await auditNow(withoutAuthorization(app), { id: null, ...source }, 'token.acted', principal.customer.id, detail)
  }
}

function invalidToken() {
  return new AppError('unauthorized', 'This API token is not valid. It may be revoked or expired.')
}

/** Rejects API tokens: tRPC is for the site's own pages, scripts use the documented REST calls. */
export function rejectBearerToken(server: FastifyInstance) {
  server.addHook('onRequest', (request, _, next) => {
    if (!hasBearer(request.headers)) return next()
    next(new AppError('forbidden', 'API tokens work with the documented calls: see /api/docs.'))
  })
}

function routeOf(request: FastifyRequest, { config }: AppContext) {
  return request.routeOptions.url?.slice(config.basePath.length) ?? ''
}

/** Whom a token acts as where these scopes are needed; null without one. A call that needs no scope is anonymous. */
function principalOf(
  { scopes, staff, customer }: TokenHolder,
  needed: readonly TokenScope[] | undefined,
): Principal | null {
  if (needed === undefined) return null
  if (needed.length === 0) return anonymous
  const granted = needed.filter((scope) => scopes.includes(scope))
  if (granted.length === 0) return null
  return {
    customer: granted.includes('orders') ? customer : null,
    staff: granted.some((each) => each !== 'orders') ? staff : null,
    restrictedStaff: null,
  }
}
