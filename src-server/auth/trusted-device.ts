import { getUser } from '../accounts/account-queries.ts'
import { resetSignInLimits } from '../accounts/reset-sign-in-limits.ts'
import type { SessionKind } from '../accounts/sessions.ts'
import { findDeviceOwner, rememberDevice } from '../accounts/trusted-devices.ts'
import type { ApiContext } from './request-context.ts'

/**
 * Makes this browser known to the person who has just proven to be themself in it: from now on its tries count for
 * themselves. What strangers used up is given back when this one was a stranger, or could not have come in at all.
 */
export async function rememberBrowser(ctx: ApiContext, kind: SessionKind, userId: string): Promise<void> {
  if (!ctx.cookies || !ctx.app.config.limits) return
  const former = ctx.cookies.device(kind)
  const wasKnown = (await findDeviceOwner(ctx.app, former)) === userId
  if (!wasKnown) await resetSignInLimits(ctx.app, kind, await getUser(ctx.app.db, userId))
  ctx.cookies.setDevice(kind, await rememberDevice(ctx.app, userId, former))
}
