import type { AppContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import { hashToken } from '../platform/ids.ts'
import { findResettableUser } from './password-reset-queries.ts'

export async function isResetLinkValid(app: AppContext, token: string): Promise<boolean> {
  return (await findResettableUser(app.db, hashToken(token), timestamp(app.clock))) !== undefined
}
