import { timestamp } from '../clock.ts'
import type { AppContext } from '../context.ts'
import { newId } from '../ids.ts'

export type AuditEntry = {
  actorId: string | null
  action:
    | 'submission.revealed'
    | 'staff.added'
    | 'staff.signed-in'
    | 'staff.sign-in-refused'
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
    | 'account.password-changed'
    | 'account.password-reset'
    | 'account.deleted'
    | 'chat.replied'
  objectId: string
  /** Which field, which name: facts, never a secret. */
  detail: string
  ip: string
}

/** Writes one line of the audit log; it is on disk when the promise resolves, or when the given transaction ends. */
export async function insertAuditEntry(ctx: Pick<AppContext, 'db' | 'clock'>, entry: AuditEntry): Promise<void> {
  await ctx.db
    .insertInto('audit_log')
    .values({
      id: newId(),
      at: timestamp(ctx.clock),
      actor_id: entry.actorId,
      action: entry.action,
      object_id: entry.objectId,
      detail: entry.detail,
      ip: entry.ip,
    })
    .execute()
}
