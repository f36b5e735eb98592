import { getUser } from '../../accounts/account-queries.ts'
import { resetSignInLimits } from '../../accounts/reset-sign-in-limits.ts'
import type { SessionKind } from '../../accounts/sessions.ts'
import { findDeviceOwner, rememberDevice } from '../../accounts/trusted-devices.ts'
import type { ApiContext } from './request-context.ts'

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
