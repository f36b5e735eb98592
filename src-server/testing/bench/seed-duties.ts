import { emptyCardReasons } from '#shared/insider-report.ts'
import type { AuditAction } from '../../audit/audit-queries.ts'
import { entryHash, NO_HASH } from '../../audit/entry-hash.ts'
import type { ServerContext } from '../../context.ts'
import { MINUTE_MS } from '../../platform/clock.ts'
import type { UserTable } from '../../platform/db/account-tables.ts'
import type { AuditLogTable } from '../../platform/db/operations-tables.ts'
import type { StatusChangeTable } from '../../platform/db/submission-tables.ts'
import { newId } from '../../platform/ids.ts'
import { insertDutyRows, listSubmissionIds } from './duties-queries.ts'

const ORDERS_AT_ONCE = 2000
/** One of this many orders is viewed and not decided, or rejected as empty. */
const RARE = 50

/** What a reviewer does with an order, and how many minutes after its start. */
const steps: readonly [action: AuditAction, detail: string, minutes: number][] = [
  ['file.viewed', '', 0],
  ['file.viewed', '', 0],
  ['submission.revealed', 'cardNumber', 1],
  ['submission.revealed', 'securityCode', 1],
  ['submission.decided', 'pending to completed', 4],
]

/**
 * Writes what `reviewers` members of staff did with every submission of the database, spread evenly over `from` to
 * `to`. Returns the number of entries in the audit log.
 */
export async function seedDuties(
  ctx: Pick<ServerContext, 'db' | 'keyring'>,
  { from, to, reviewers }: { from: number; to: number; reviewers: number },
): Promise<number> {
  const ids = await listSubmissionIds(ctx.db)
  const staff = Array.from({ length: reviewers }, (_, at) => aReviewer(at, new Date(from).toISOString()))
  await insertDutyRows(ctx.db, { users: staff })
  let last = { sequence: 0, hash: NO_HASH }
  for (let at = 0; at < ids.length; at += ORDERS_AT_ONCE) {
    const entries: AuditLogTable[] = []
    const changes: StatusChangeTable[] = []
    for (const [offset, id] of ids.slice(at, at + ORDERS_AT_ONCE).entries()) {
      const number = at + offset
      const begun = from + ((to - from) * number) / ids.length
      const actorId = staff[number % staff.length]?.id ?? ''
      const isRare = number % RARE === 0
      for (const [action, detail, minutes] of steps) {
        if (isRare && action === 'submission.decided') continue
        const isPhoto = action === 'file.viewed'
        const entry = {
          id: newId(),
          at: new Date(begun + minutes * MINUTE_MS).toISOString(),
          actor_id: actorId,
          action,
          object_id: isPhoto ? newId() : id,
          detail: isPhoto ? id : detail,
          ip: '192.0.2.1',
          token_id: null,
          sequence: last.sequence + 1,
        }
        last = { sequence: entry.sequence, hash: entryHash(ctx.keyring, last.hash, entry) }
        entries.push({ ...entry, hash: last.hash })
      }
      if (isRare) changes.push(aRejection(id, actorId, new Date(begun + 5 * MINUTE_MS).toISOString()))
    }
    await insertDutyRows(ctx.db, { audit_log: entries, status_changes: changes })
  }
  return last.sequence
}

function aReviewer(number: number, createdAt: string): UserTable {
  return {
    id: newId(),
    role: 'reviewer',
    username: `reviewer${number}`,
    email: null,
    name: `Reviewer ${number}`,
    phone: '',
    address: '',
    password_hash: '',
    search_text: '',
    trade_count: 0,
    must_change_password: 0,
    created_at: createdAt,
    last_login_at: null,
    disabled_at: null,
    security_changed_at: null,
  }
}

function aRejection(submissionId: string, by: string, at: string): StatusChangeTable {
  return {
    id: newId(),
    submission_id: submissionId,
    version: 2,
    from_status: 'pending',
    to_status: 'rejected',
    reason: emptyCardReasons[0] ?? null,
    changed_by: by,
    changed_at: at,
    reason_code: null,
    check_id: null,
    undo_until: null,
    undo_mark: null,
    mail_id: null,
    card_brand: null,
    request_state: null,
  }
}
