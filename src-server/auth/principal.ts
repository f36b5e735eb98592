import { parseCookie } from 'cookie'
import {
  type Customer,
  type Found,
  findCustomer,
  findStaff,
  noteSeen,
  type SessionKind,
  type Staff,
} from '../accounts/sessions.ts'
import type { Config } from '../config/config.ts'
import type { AppContext } from '../context.ts'
import type { Db } from '../db/database.ts'
import { isSecure } from '../http/security-headers.ts'

/** Who asks: the people the request's two cookies stand for. Both can be present, for a customer who is also staff. */
export type Principal = {
  customer: Customer | null
  staff: Staff | null
  /** Staff who are signed in and have to do something before they count as staff: whoever asks for those gets none. */
  restrictedStaff: Staff | null
}

type FoundPrincipal = { [Kind in keyof Principal]: Found<NonNullable<Principal[Kind]>> | null }

export const nobody = { customer: null, staff: null, restrictedStaff: null } as const satisfies Principal

const baseNames: Readonly<Record<SessionKind, string>> = { customer: 'gce', staff: 'gce-staff' }

/** Under https the name binds the cookie to Secure and, where the whole host is ours, to the host (RFC 6265bis). */
export function cookieName(config: Config, kind: SessionKind): string {
  return bound(config, baseNames[kind])
}

/** The cookie by which a browser is known at sign-in. It opens nothing. */
export function deviceCookieName(config: Config, kind: SessionKind): string {
  return bound(config, `${baseNames[kind]}-device`)
}

function bound(config: Config, name: string): string {
  if (!isSecure(config)) return name
  return `${config.basePath === '' ? '__Host-' : '__Secure-'}${name}`
}

/** Below the base path only: what else lives on this host does not get our cookies. */
export function cookiePath(config: Config): string {
  return config.basePath || '/'
}

/**
 * Reads the cookies of a Cookie header, the same way for HTTP requests and WebSocket upgrades, for a call that begins:
 * its sessions count as used.
 */
export async function authenticate(ctx: AppContext, cookieHeader: string | undefined): Promise<Principal> {
  const principal = await findPrincipal(ctx, ctx.db, cookieHeader)
  await noteSeen(
    ctx,
    [principal.customer, principal.staff, principal.restrictedStaff].filter((person) => person !== null),
  )
  return principal
}

/** Who the cookies of a Cookie header stand for, by what `db` says now. */
export async function findPrincipal(
  ctx: Pick<AppContext, 'config' | 'clock'>,
  db: Db,
  cookieHeader: string | undefined,
): Promise<FoundPrincipal> {
  if (!cookieHeader) return nobody
  const cookies = parseCookie(cookieHeader)
  const customerToken = cookies[cookieName(ctx.config, 'customer')]
  const staffToken = cookies[cookieName(ctx.config, 'staff')]
  const staff = staffToken ? await findStaff(ctx, db, staffToken) : null
  return {
    customer: customerToken ? await findCustomer(ctx, db, customerToken) : null,
    staff: staff?.mustDo ? null : staff,
    restrictedStaff: staff?.mustDo ? staff : null,
  }
}
