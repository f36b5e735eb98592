import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CallSource } from '../../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../../context.ts'
import { type Db, withoutAuthorization } from '../../platform/db/database.ts'
import { clientAddress } from '../http/client-address.ts'
import { bearerCall } from './bearer-token.ts'
import { authenticate, findPrincipal, type Principal } from './principal.ts'
import { type SessionCookies, sessionCookies } from './session-cookies.ts'

export type ApiContext = CallContext & {
  /** Who calls. Read again for every call on a WebSocket, where a session can end between two calls. */
  principal(): Promise<Principal>
  /** The principal by the current state of `db`. @throws AppError when a token is no longer valid for the call */
  findPrincipal(db: Db): Promise<Principal>
  source: CallSource
  requestId: string
  userAgent: string
  /** Whether the client is still connected: a subscription that ends while it is was ended on purpose. */
  isConnected(): boolean
  /** Counts a subscription of the WebSocket until the returned function is called. */
  enterSubscription?(): () => void
  /** Refunds the limits that count successes: for a call that only repeated an earlier one. */
  refundLimits(): Promise<void>
  /** Counts bytes that the call did not declare; refunds the limits of the call if they are too many. */
  countBytes?(bytes: number): Promise<void>
  /** Absent on a WebSocket, which cannot set cookies. */
  cookies?: SessionCookies
}

export async function nothingToRefund() {}

/** The context of an HTTP request. Reads the session cookies once, on first use, and never with an API token. */
export function httpApiContext(app: AppContext, request: FastifyRequest, reply: FastifyReply): ApiContext {
  const bearer = bearerCall(request)
  const ip = clientAddress(app.config, request.raw)
  let principal = bearer && Promise.resolve(bearer.principal)
  return {
    ...withoutAuthorization(app),
    principal: () => {
      principal ??= authenticate(app, request.headers.cookie, ip)
      return principal
    },
    findPrincipal: bearer?.findPrincipal ?? ((db) => findPrincipal(app, db, request.headers.cookie)),
    source: { ip, apiToken: bearer?.apiToken },
    requestId: request.id,
    userAgent: request.headers['user-agent'] ?? '',
    // There are no subscriptions over HTTP.
    isConnected: () => false,
    refundLimits: nothingToRefund,
    cookies: sessionCookies(app.config, reply, bearer ? undefined : request.headers.cookie),
  }
}
