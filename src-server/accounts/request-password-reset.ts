import { RESET_LINK_MINUTES } from '#shared/recovery.ts'
import type { CallContext } from '../context.ts'
import { MINUTE_MS, timestamp } from '../platform/clock.ts'
import type { PasswordResetTable } from '../platform/db/account-tables.ts'
import { inTransaction, type Tx } from '../platform/db/database.ts'
import { table } from '../platform/db/table.ts'
import { hashToken, newToken } from '../platform/ids.ts'
import { enqueueMail } from '../platform/mail/enqueue-mail.ts'
import { findCustomerByEmail } from './account-queries.ts'
import { countPasswordResets, endPasswordResets } from './password-reset-queries.ts'

/** Limits how many e-mails others can cause in a customer's mailbox. */
const MAX_LINKS_AT_A_TIME = 3

/** Mails a reset link and ends older ones. Unknown addresses cause equal work, so that callers detect no account. */
export async function requestPasswordReset(ctx: CallContext, email: string): Promise<void> {
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
