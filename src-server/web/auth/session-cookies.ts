import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply } from 'fastify'
import type { SessionKind } from '../../accounts/sessions.ts'
import type { Config } from '../../platform/config/config.ts'
import { isSecure } from '../http/security-headers.ts'
import { cookieName, cookiePath, deviceCookieName } from './principal.ts'

type Token = { token: string; expiresAt: string }

/** Sets and clears the session cookies, which scripts cannot read. */
export type SessionCookies = {
  set(kind: SessionKind, session: Token): void
  clear(kind: SessionKind): void
  /** The device token of this browser, if it sent one. */
  device(kind: SessionKind): string | undefined
  setDevice(kind: SessionKind, device: Token): void
  clearDevice(kind: SessionKind): void
}

/** @param given the request's Cookie header; undefined for a call with an API token */
export function sessionCookies(config: Config, reply: FastifyReply, given: string | undefined): SessionCookies {
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
  const device = (kind: SessionKind) => (given ? parseCookie(given)[deviceCookieName(config, kind)] : undefined)
  return {
    set: (kind, { token, expiresAt }) => send(cookieName(config, kind), kind, token, new Date(expiresAt)),
    clear: (kind) => send(cookieName(config, kind), kind, '', new Date(0)),
    device,
    setDevice: (kind, { token, expiresAt }) => send(deviceCookieName(config, kind), kind, token, new Date(expiresAt)),
    clearDevice(kind) {
      if (device(kind) !== undefined) send(deviceCookieName(config, kind), kind, '', new Date(0))
    },
  }
}
