import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { authenticateToken, findTokenHolder, type TokenHolder } from '../api-tokens/find-token-holder.ts'
import { writeEntry } from '../audit/write-entry.ts'
import type { AppContext } from '../context.ts'
import type { Db } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { clientAddress } from '../http/client-address.ts'
import { isSafeMethod } from '../http/same-origin.ts'
import { auditDeniedCall } from './audit-denied-call.ts'
import { routeScopes } from './permissions.ts'
import { nobody, type Principal } from './principal.ts'

/** What a call with a token knows in place of its cookies: who may be seen in it, and a context that names the token. */
export type BearerCall = {
  principal: Principal
  /** Who may be seen in it by what `db` says now. @throws AppError 'unauthorized' or 'forbidden' as at the beginning */
  findPrincipal(db: Db): Promise<Principal>
  app: AppContext
}

const calls = new WeakMap<FastifyRequest, BearerCall>()

/** The call of this request when it came with a token that let it in. */
export function bearerCall(request: FastifyRequest): BearerCall | undefined {
  return calls.get(request)
}

/**
 * Whether a request brings a token. No page of somebody else's can make a browser send one, so such a request needs no
 * proof of where it started, and its cookies are not read.
 */
export function hasBearer({ authorization }: IncomingHttpHeaders): boolean {
  return /^bearer(\s|$)/i.test(authorization ?? '')
}

/**
 * Lets `Authorization: Bearer` in at every route registered after it, as far as the token's scopes reach.
 * A token that is wrong, over or revoked is 401 wherever it is sent; one that lacks the scope is 403.
 */
export function acceptBearer(server: FastifyInstance, app: AppContext): void {
  server.addHook('onRequest', (request, reply, next) => {
    if (!hasBearer(request.headers)) return next()
    const token = request.headers.authorization?.slice('bearer'.length).trim() ?? ''
    authorizeToken(app, token, request, reply).then(() => next(), next)
  })
}

async function authorizeToken(
  app: AppContext,
  token: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const holder = await authenticateToken(app, token)
  if (!holder) {
    reply.header('www-authenticate', 'Bearer error="invalid_token"')
    throw invalidToken()
  }
  const named = { ...app, apiToken: { id: holder.tokenId } }
  const route = `${request.method === 'HEAD' ? 'GET' : request.method} ${routeOf(request, app)}`
  const principal = viewerOf(holder, route)
  if (!principal) {
    await auditDeniedCall(named, { personId: holder.staff.id, call: route, ip: clientAddress(app.config, request.raw) })
    reply.header('www-authenticate', 'Bearer error="insufficient_scope"')
    throw insufficientScope()
  }
  const findPrincipal = async (db: Db) => {
    const current = await findTokenHolder(app, db, token)
    if (!current) throw invalidToken()
    const seen = viewerOf(current, route)
    if (!seen) throw insufficientScope()
    return seen
  }
  const call = { principal, findPrincipal, app: named }
  calls.set(request, call)
  await noteForCustomer(call, request)
}

function invalidToken(): AppError {
  return new AppError('unauthorized', 'The API token is not valid. It may have been revoked or be over.')
}

function insufficientScope(): AppError {
  return new AppError('forbidden', 'The API token does not have the scope this call needs.')
}

/** Tokens are for the documented calls; the pages' own door does not take them, nor cookies beside them. */
export function rejectBearerToken(server: FastifyInstance): void {
  server.addHook('onRequest', (request, _, next) => {
    if (!hasBearer(request.headers)) return next()
    next(new AppError('forbidden', 'API tokens work with the documented calls: see /api/docs.'))
  })
}

/** What is changed for a customer is their own to do, so it is in no log otherwise; done by a script it is written first. */
async function noteForCustomer({ app, principal: { customer } }: BearerCall, request: FastifyRequest): Promise<void> {
  if (!customer || isSafeMethod(request.method)) return
  await writeEntry(app, {
    actorId: null,
    action: 'token.acted',
    objectId: customer.id,
    detail: `${request.method} ${routeOf(request, app)}`,
    ip: clientAddress(app.config, request.raw),
  })
}

function routeOf(request: FastifyRequest, { config }: AppContext): string {
  return request.routeOptions.url?.slice(config.basePath.length) ?? ''
}

/** Who a token is on this route; null when its scopes do not reach that far. What needs no scope is called as nobody. */
function viewerOf({ scopes, staff, customer }: TokenHolder, route: string): Principal | null {
  const needed = routeScopes[route]
  if (needed === undefined) return null
  if (needed.length === 0) return nobody
  const held = needed.filter((scope) => scopes.includes(scope))
  if (held.length === 0) return null
  return {
    customer: held.includes('orders') ? customer : null,
    staff: held.some((each) => each !== 'orders') ? staff : null,
    restrictedStaff: null,
  }
}
