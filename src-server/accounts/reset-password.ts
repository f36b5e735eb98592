import type { NewPassword } from '#shared/account.ts'
import { RESET_LINK_MINUTES, recoveryProblems, replacementProblem } from '#shared/recovery.ts'
import { audit, type CallSource } from '../audit/audit-queries.ts'
import type { AppContext, CallContext } from '../context.ts'
import { MINUTE_MS, timestamp } from '../platform/clock.ts'
import type { PasswordResetTable } from '../platform/db/account-tables.ts'
import { inTransaction, type Tx } from '../platform/db/database.ts'
import { table } from '../platform/db/table.ts'
import { accountError } from '../platform/errors.ts'
import { hashToken, newToken } from '../platform/ids.ts'
import { enqueueMail } from '../platform/mail/enqueue-mail.ts'
import {
  countPasswordResets,
  endPasswordResets,
  findCustomerByEmail,
  findResettableUser,
  updatePasswordHash,
  updateUser,
} from './account-queries.ts'
import { inRightsChange } from './rights-queries.ts'
import { deleteTrustedDevicesOf } from './second-factor-queries.ts'
import { endSessionsOf } from './sessions.ts'

/** Sets a new password through a link, which works once, and ends all sessions. Returns the customer's id. */
export async function resetPassword(ctx: CallContext, form: NewPassword & { token: string }, source: CallSource) {
  const { app } = ctx
  const problem = replacementProblem(form, app.config.passwordMinLength)
  if (problem) throw accountError('bad_request', problem)
  const tokenHash = hashToken(form.token)
  // Check first, so that anonymous callers cannot cause hashing.
  const known = await findResettableUser(app.db, tokenHash, timestamp(app.clock))
  if (!known) throw linkNotValid()
  const passwordHash = await app.passwords.hash(form.password)
  return inRightsChange(ctx, [known.id], async (tx) => {
    const now = timestamp(app.clock)
    const user = await findResettableUser(tx, tokenHash, now)
    if (!user) throw linkNotValid()
    await endPasswordResets(tx, user.id, now)
    await deleteTrustedDevicesOf(tx, user.id)
    await updatePasswordHash(tx, user.id, { from: user.password_hash, to: passwordHash })
    await updateUser(tx, user.id, { security_changed_at: now })
    await audit(app, tx, { id: user.id, ...source }, 'account.password-reset', user.id)
    await endSessionsOf(app, tx, user.id)
    return { id: user.id }
  })
}

function linkNotValid() {
  return accountError('unprocessable', recoveryProblems.linkNotValid)
}

/** Limits how many e-mails others can cause in a customer's mailbox. */
const MAX_LINKS_AT_A_TIME = 3

/** Mails a reset link and ends older ones. Unknown addresses cause equal work, so that callers detect no account. */
export async function requestPasswordReset(ctx: CallContext, email: string) {
  const { app } = ctx
  const token = newToken()
  const now = timestamp(app.clock)
  const link = {
    token_hash: hashToken(token),
    created_at: now,
    expires_at: timestamp(app.clock, RESET_LINK_MINUTES * MINUTE_MS),
  }
  await inTransaction(ctx, async (tx) => {
    const user = await findCustomerByEmail(tx, email)
    const mayHaveLink =
      user?.disabled_at === null && (await countPasswordResets(tx, user.id, now)) < MAX_LINKS_AT_A_TIME
    if (!mayHaveLink) return writeUnusedReset(tx, link)
    await endPasswordResets(tx, user.id, now)
    await table('password_resets').insert(tx, { ...link, user_id: user.id })
    const mail = { kind: 'password-reset', name: user.name, token, minutes: RESET_LINK_MINUTES } as const
    await enqueueMail(tx, app, { id: user.id, email: user.email ?? email }, mail)
  })
}

/** Writes and deletes a row, so that the commit reaches the disk as a real one does. */
async function writeUnusedReset(tx: Tx, link: Omit<PasswordResetTable, 'user_id' | 'ended_at'>) {
  await table('password_resets').insert(tx, link)
  await table('password_resets').remove(tx, { token_hash: link.token_hash })
}

export async function isResetLinkValid(app: AppContext, token: string) {
  return (await findResettableUser(app.db, hashToken(token), timestamp(app.clock))) !== undefined
}
