import { stringifySetCookie } from 'cookie'
import type { FastifyReply } from 'fastify'
import type { SessionKind } from '../accounts/sessions.ts'
import type { Config } from '../config.ts'
import { cookieName, cookiePath, isSecure } from './viewer.ts'

/** Hands a session to the browser, or takes it back. Scripts on the page can never read it. */
export type SessionCookies = {
  set(kind: SessionKind, session: { token: string; expiresAt: string }): void
  clear(kind: SessionKind): void
}

export function sessionCookies(config: Config, reply: FastifyReply): SessionCookies {
  const send = (kind: SessionKind, value: string, expires: Date) => {
    reply.header(
      'set-cookie',
      stringifySetCookie({
        name: cookieName(config, kind),
        value,
        expires,
        path: cookiePath(config),
        httpOnly: true,
        secure: isSecure(config),
        sameSite: kind === 'staff' ? 'strict' : 'lax',
      }),
    )
  }
  return {
    set: (kind, { token, expiresAt }) => send(kind, token, new Date(expiresAt)),
    clear: (kind) => send(kind, '', new Date(0)),
  }
}
