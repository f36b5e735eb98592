import type { AppContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import { hashToken } from '../platform/ids.ts'
import { findResettableUser } from './password-reset-queries.ts'

/** Returns whether a reset link is valid: not used, not expired and not replaced by a newer one. */
export async function isResetLinkValid(app: AppContext, token: string): Promise<boolean> {
  return (await findResettableUser(app.db, hashToken(token), timestamp(app.clock))) !== undefined
}
