import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SessionKind } from '../../accounts/sessions.ts'
import type { CallSource } from '../../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../../context.ts'
import type { Config } from '../../platform/config/config.ts'
import { type Db, withoutAuthorization } from '../../platform/db/database.ts'
import { clientAddress } from '../http/client-address.ts'
import { isSecure } from '../http/security-headers.ts'
import { bearerCall } from './bearer-token.ts'
import { authenticate, cookieName, cookiePath, findPrincipal, type Principal } from './principal.ts'

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

type Token = { token: string; expiresAt: string }

/** Sets and clears the session cookies, which scripts cannot read. */
type SessionCookies = {
  set(kind: SessionKind, session: Token): void
  clear(kind: SessionKind): void
  /** The device token of this browser, if it sent one. */
  device(kind: SessionKind): string | undefined
  setDevice(kind: SessionKind, device: Token): void
  clearDevice(kind: SessionKind): void
}

/** @param given the request's Cookie header; undefined for a call with an API token */
function sessionCookies(config: Config, reply: FastifyReply, given: string | undefined): SessionCookies {
  const send = (name: string, kind: SessionKind, value: string, expires: Date) => {
    reply.header(
      'set-cookie',
      stringifySetCookie({
        name,
        value,
        expires,
        path: cookiePath(config),
        httpOnly: true,
        secure: isSecure(config),
        sameSite: kind === 'staff' ? 'strict' : 'lax',
      }),
    )
  }
  const device = (kind: SessionKind) => (given ? parseCookie(given)[cookieName(config, kind, '-device')] : undefined)
  return {
    set: (kind, { token, expiresAt }) => send(cookieName(config, kind), kind, token, new Date(expiresAt)),
    clear: (kind) => send(cookieName(config, kind), kind, '', new Date(0)),
    device,
    setDevice: (kind, { token, expiresAt }) =>
      send(cookieName(config, kind, '-device'), kind, token, new Date(expiresAt)),
    clearDevice(kind) {
      if (device(kind) !== undefined) send(cookieName(config, kind, '-device'), kind, '', new Date(0))
    },
  }
}
