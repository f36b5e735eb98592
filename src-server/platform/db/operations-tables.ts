import type { Generated } from 'kysely'
import { tableOf } from './table-rule.ts'

/** An event of a committed transaction, kept for about an hour, see `events/journal-bus.ts`. */
export type EventTable = {
  /** Ascending in the order of insertion. Numbers of rolled back transactions are missing. */
  id: Generated<number>
  payload: string
  node: string
  at: string
}

export type AuditLogTable = {
  id: string
  at: string
  actor_id: string | null
  action: string
  object_id: string
  detail: string
  ip: string
  token_id: string | null
  /** Counts from 1 without gaps; null only in old entries that are not yet chained. */
  sequence: number | null
  /** Covers the entry and the previous hash, see `audit/entry-hash.ts`. */
  hash: string | null
}

export type DataKeyTable = {
  key_id: string
  sentinel_encrypted: string
  created_at: string
  /** When all data of this key was re-encrypted; null for the active key and while some data is left. */
  re_encrypted_at: string | null
  retired_at: string | null
  /** Derived keys of a retired key, which verify old audit log entries and match old fingerprints. */
  kept_keys_encrypted: string | null
}

/** Data that was removed for good. Rows are never changed and never deleted. */
export type PurgeTable = {
  id: string
  what: 'code' | 'number' | 'photos' | 'payout' | 'account' | 'all'
  /** Id of the submission, payout or account; 'all' when all data was cleared. */
  subject_id: string
  at: string
  /** Numbered by triggers in the order of the commits. */
  sequence?: number | null
}

export type MailTable = {
  id: string
  kind: string
  /** The recipient's account; null when the account was deleted before this column existed. */
  user_id: string | null
  recipient: string
  /** The mail's encrypted contents; erased when it is sent. */
  payload_encrypted: string | null
  attempts: number
  /** When the next attempt is due; null when the mail was sent or given up. */
  due_at: string | null
  sent_at: string | null
  failed_at: string | null
  error: string | null
  created_at: string
}

/** A rate limit counter. It is ignored after `ends_at`. */
export type LimitCountTable = {
  /** The limit and a keyed hash of its subject, from which no address or name can be recovered. */
  key: string
  hits: number
  /** When the next call is allowed after the limit is exceeded. */
  free_at: string
  ends_at: string
}

/** Number of events per hour; 'views-by-minute' counts per minute, for the last hour only. */
export type VisitCountTable = {
  what: 'views' | 'views-by-minute' | 'quotes'
  starts_at: string
  /** Empty for events without a page. */
  page: string
  count: number
}

export const operationsTables = {
  mail_outbox: tableOf<MailTable>({
    clear: 'forgotten',
    encrypted: ['payload_encrypted'],
    personal: { by: 'user_id', erased: 'row' },
  }),
  visit_counts: tableOf<VisitCountTable>({ clear: 'forgotten' }),
  // Neither clearing nor a move resets rate limits.
  limit_counts: tableOf<LimitCountTable>({ clear: 'kept' }),
  audit_log: tableOf<AuditLogTable>({ clear: 'kept', keyed: ['hash'] }),
  purges: tableOf<PurgeTable>({ clear: 'kept' }),
  // Copied last, after everything is verified: without them, no node starts on the incomplete target.
  data_keys: tableOf<DataKeyTable>({ clear: 'kept', encrypted: ['kept_keys_encrypted'], rowKey: 'key_id' }),
  // Other nodes still have to read them; they contain ids and are deleted after an hour. After a move no node has to.
  events: tableOf<EventTable>({ clear: 'kept', move: 'left' }),
  /** The node that runs a job of the whole site; another one may take it after `ends_at`. */
  job_leases: tableOf<{ job: string; holder: string; ends_at: string }>({ clear: 'kept', move: 'left' }),
}
