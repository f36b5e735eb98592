import { parseCookie } from 'cookie'
import {
  type Customer,
  type Found,
  findCustomer,
  findStaff,
  noteSeen,
  type SessionKind,
  type Staff,
} from '../../accounts/sessions.ts'
import { linkSameBrowser } from '../../accounts/staff-links.ts'
import type { AppContext } from '../../context.ts'
import type { Config } from '../../platform/config/config.ts'
import { type Db, withoutAuthorization } from '../../platform/db/database.ts'
import { isSecure } from '../http/security-headers.ts'

/** Who calls, by the two session cookies of a request. A customer who is also staff has both. */
export type Principal = {
  customer: Customer | null
  staff: Staff | null
  /** Signed-in staff with a required action, which keeps them out of `staff` until it is done. */
  restrictedStaff: Staff | null
}

type FoundPrincipal = { [Kind in keyof Principal]: Found<NonNullable<Principal[Kind]>> | null }

export const anonymous = { customer: null, staff: null, restrictedStaff: null } as const satisfies Principal

const baseNames: Readonly<Record<SessionKind, string>> = { customer: 'gce', staff: 'gce-staff' }

/**
 * Under https the name prefix enforces Secure and, without a base path, this exact host (RFC 6265bis). The cookie
 * '-device' identifies a trusted device at sign-in and grants no access.
 */
export function cookieName(config: Config, kind: SessionKind, of: '' | '-device' = '') {
  const prefix = config.basePath === '' ? '__Host-' : '__Secure-'
  return `${isSecure(config) ? prefix : ''}${baseNames[kind]}${of}`
}

/** Only below the base path: other sites on this host do not get the cookies. */
export function cookiePath(config: Config) {
  return config.basePath || '/'
}

/** The principal of a Cookie header. Marks its sessions as used, and links a customer and staff of one browser. */
export async function authenticate(app: AppContext, cookieHeader: string | undefined, ip: string): Promise<Principal> {
  const principal = await findPrincipal(app, app.db, cookieHeader)
  await noteSeen(
    app,
    [principal.customer, principal.staff, principal.restrictedStaff].filter((person) => person !== null),
  )
  const staff = principal.staff ?? principal.restrictedStaff
  if (staff && principal.customer)
    await linkSameBrowser(withoutAuthorization(app), { id: staff.id, ip, apiToken: undefined }, principal.customer.id)
  return principal
}

/** The principal of a Cookie header by the current state of `db`. Does not mark sessions as used. */
export async function findPrincipal(
  app: Pick<AppContext, 'config' | 'clock'>,
  db: Db,
  cookieHeader: string | undefined,
): Promise<FoundPrincipal> {
  if (!cookieHeader) return anonymous
  const cookies = parseCookie(cookieHeader)
  const customerToken = cookies[cookieName(app.config, 'customer')]
  const staffToken = cookies[cookieName(app.config, 'staff')]
  const staff = staffToken ? await findStaff(app, db, staffToken) : null
  return {
    customer: customerToken ? await findCustomer(app, db, customerToken) : null,
    staff: staff?.mustDo ? null : staff,
    restrictedStaff: staff?.mustDo ? staff : null,
  }
}
