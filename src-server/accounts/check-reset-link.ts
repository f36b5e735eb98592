import { timestamp } from '../clock.ts'
import type { AppContext } from '../context.ts'
import { hashToken } from '../ids.ts'
import { findResettableUser } from './password-reset-queries.ts'

/** Whether a link can still set a new password: not when it was used, is too old, or a newer one was sent. */
export async function isResetLinkValid(ctx: AppContext, token: string): Promise<boolean> {
  return (await findResettableUser(ctx.db, hashToken(token), timestamp(ctx.clock))) !== undefined
}
