import { timestamp } from '../clock.ts'
import type { AppContext } from '../context.ts'
import { afterCommit, type Tx } from '../db/database.ts'
import { newId } from '../ids.ts'
import { findHead } from './chain-queries.ts'
import { entryHash, NO_HASH } from './entry-hash.ts'

export type AuditEntry = {
  actorId: string | null
  action:
    | 'submission.revealed'
    | 'submission.decided'
    | 'submission.undone'
    | 'submission.noted'
    | 'submission.taken-over'
    | 'submissions.exported'
    | 'staff.added'
    | 'staff.signed-in'
    | 'staff.sign-in-refused'
    | 'staff.sign-in-limited'
    | 'staff.signed-out'
    | 'staff.code-asked'
    | 'staff.code-refused'
    | 'staff.changed'
    | 'staff.disabled'
    | 'staff.enabled'
    | 'staff.reset'
    | 'staff.second-factor-added'
    | 'staff.second-factor-removed'
    | 'staff.recovery-codes-made'
    | 'file.viewed'
    | 'file.damaged'
    | 'account.signed-in'
    | 'account.sign-in-refused'
    | 'account.sign-in-limited'
    | 'account.signed-out'
    | 'call.refused'
    | 'account.password-changed'
    | 'account.password-reset'
    | 'account.email-changed'
    | 'account.deleted'
    | 'chat.replied'
    | 'token.made'
    | 'token.revoked'
    | 'token.acted'
    | 'users.read'
    | 'orders.read'
    | 'user.disabled'
    | 'user.enabled'
    | 'data.cleared'
    | 'keys.rotated'
    | 'keys.retired'
    | 'data.restored'
    | 'chat.assigned'
    | 'chat.closed'
    | 'chat.reopened'
    | 'answer.saved'
    | 'answer.removed'
  objectId: string
  /**
   * A fact such as a field or a staff name. Never a secret, and no customer data that a deletion would have to erase.
   */
  detail: string
  ip: string
}

/** A context inside a transaction: `{ ...ctx, db: tx }`. */
export type AuditContext = Pick<AppContext, 'clock' | 'keyring' | 'events' | 'apiToken'> & { db: Tx }

/**
 * Appends an entry to the audit log in the caller's transaction, chained to the previous one. An IMMEDIATE transaction
 * is the only writer, so the chain has no gaps or forks. The event is published after commit.
 */
export async function insertAuditEntry(ctx: AuditContext, entry: AuditEntry): Promise<void> {
  const head = await findHead(ctx.db)
  const sequence = (head?.sequence ?? 0) + 1
  const row = {
    id: newId(),
    at: timestamp(ctx.clock),
    actor_id: entry.actorId,
    action: entry.action,
    object_id: entry.objectId,
    detail: entry.detail,
    ip: entry.ip,
    token_id: ctx.apiToken?.id ?? null,
    sequence,
  }
  await ctx.db
    .insertInto('audit_log')
    .values({ ...row, hash: entryHash(ctx.keyring, head?.hash ?? NO_HASH, row) })
    .execute()
  afterCommit(ctx.db, () => ctx.events.publish({ name: 'audit.written', sequence }))
}
