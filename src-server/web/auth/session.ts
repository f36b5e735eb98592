import { getUser } from '../../accounts/account-queries.ts'
import { endSession, type SessionKind, type SignedIn, startSession } from '../../accounts/sessions.ts'
import { resetSignInLimits, signOut } from '../../accounts/sign-in.ts'
import { linkSameBrowser } from '../../accounts/staff-links.ts'
import { findDeviceOwner, rememberDevice } from '../../accounts/trusted-devices.ts'
import { AppError } from '../../platform/errors.ts'
import type { ApiContext } from './request-context.ts'

/** Signs in whom `who` finds: ends the former session, sets the cookie of a new one and trusts the device. */
export async function openSession(ctx: ApiContext, kind: SessionKind, who: () => Promise<SignedIn>) {
  const cookies = cookiesOf(ctx)
  const person = await who()
  const former = await formerSession(ctx, kind)
  const session = await startSession(ctx, person, kind, ctx.userAgent)
  cookies.set(kind, session)
  await rememberBrowser(ctx, kind, person.id)
  await linkKnownPerson(ctx, kind, person.id)
  if (former) await endSession(ctx, former)
  return { id: person.id, expiresAt: session.expiresAt }
}

/** Links the person who signs in with the other kind of person whose trusted device this browser is. */
async function linkKnownPerson(ctx: ApiContext, kind: SessionKind, id: string) {
  const other = await findDeviceOwner(ctx.app, ctx.cookies?.device(kind === 'staff' ? 'customer' : 'staff'))
  if (other === undefined) return
  const [staffId, customerId] = kind === 'staff' ? [id, other] : [other, id]
  await linkSameBrowser(ctx, { id: staffId, ...ctx.source }, customerId)
}

/** Signs the caller out; does nothing without a session. */
export async function closeSession(ctx: ApiContext, kind: SessionKind) {
  const former = await formerSession(ctx, kind)
  cookiesOf(ctx).clear(kind)
  if (former) await signOut(ctx, kind, { ...former, ...ctx.source })
}

async function formerSession(ctx: ApiContext, kind: SessionKind): Promise<{ id: string; sessionId: string } | null> {
  const { customer, staff, restrictedStaff } = await ctx.principal()
  return kind === 'customer' ? customer : (staff ?? restrictedStaff)
}

function cookiesOf(ctx: ApiContext) {
  if (!ctx.cookies) throw new AppError('bad_request', 'Sign in and out over HTTP.')
  return ctx.cookies
}

/**
 * Trusts this browser for the person who has just authenticated in it: its failed sign-ins then have counts of their
 * own. The counts of unknown browsers are reset if this one was unknown, as its own attempts are among them.
 */
export async function rememberBrowser(ctx: ApiContext, kind: SessionKind, userId: string) {
  if (!ctx.cookies || !ctx.app.config.limits) return
  const former = ctx.cookies.device(kind)
  const wasKnown = (await findDeviceOwner(ctx.app, former)) === userId
  if (!wasKnown) await resetSignInLimits(ctx.app, kind, await getUser(ctx.app.db, userId))
  ctx.cookies.setDevice(kind, await rememberDevice(ctx, userId, former))
}
