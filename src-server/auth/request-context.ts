import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../context.ts'
import type { Db } from '../db/database.ts'
import { clientAddress } from '../http/client-address.ts'
import { bearerCall } from './bearer-token.ts'
import { authenticate, findPrincipal, type Principal } from './principal.ts'
import { type SessionCookies, sessionCookies } from './session-cookies.ts'

/** What a procedure knows of its call. */
export type ApiContext = {
  app: AppContext
  /** Who calls; read anew on a WebSocket, where a session can end between two calls. */
  principal(): Promise<Principal>
  /** Who the call's cookies or token stand for by what `db` says now. @throws AppError where a token allows nothing */
  findPrincipal(db: Db): Promise<Principal>
  ip: string
  requestId: string
  /** What the browser calls itself; empty when it does not say. */
  userAgent: string
  /** Whether the page is still there: what ends a subscription meanwhile was meant to. */
  isConnected(): boolean
  /** Counts a subscription until the returned function is called; on a WebSocket. @throws AppError 'too_many_requests' */
  enterSubscription?(): () => void
  /** Absent on a WebSocket, which cannot hand out cookies. */
  cookies?: SessionCookies
}

/** What the procedures called by one HTTP request know of it. Cookies are looked up once, only when asked, and
 * not at all beside an API token. */
export function httpApiContext(app: AppContext, request: FastifyRequest, reply: FastifyReply): ApiContext {
  const bearer = bearerCall(request)
  let principal = bearer && Promise.resolve(bearer.principal)
  return {
    app: bearer?.app ?? app,
    principal: () => {
      principal ??= authenticate(app, request.headers.cookie)
      return principal
    },
    findPrincipal: bearer?.findPrincipal ?? ((db) => findPrincipal(app, db, request.headers.cookie)),
    ip: clientAddress(app.config, request.raw),
    requestId: request.id,
    userAgent: request.headers['user-agent'] ?? '',
    // Nothing is streamed over HTTP.
    isConnected: () => false,
    cookies: sessionCookies(app.config, reply, bearer ? undefined : request.headers.cookie),
  }
}
