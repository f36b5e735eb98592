import type {
  ApiTokenTable,
  MfaChallengeTable,
  PasswordResetTable,
  PaymentMethodTable,
  RecoveryCodeTable,
  SecondFactorTable,
  SessionTable,
  TrustedDeviceTable,
  UserTable,
} from './account-tables.ts'
import type { CannedResponseTable, ChatMessageTable, ChatSessionTable } from './chat-tables.ts'
import type {
  CardFingerprintTable,
  FileTable,
  IdempotencyKeyTable,
  OrderNoteTable,
  ReviewLockTable,
  StatusChangeTable,
  SubmissionCountTable,
  SubmissionNumberTable,
  SubmissionSearchTable,
  SubmissionTable,
  SubmissionTextView,
} from './submission-tables.ts'

/**
 * The tables as the code sees them. Portable to SQLite and PostgreSQL: ids are text made by us, money is integer
 * cents, rates integer basis points, times ISO 8601 UTC text. `*_sealed` columns hold only ciphertext (see `vault/`).
 */
export type Schema = {
  users: UserTable
  sessions: SessionTable
  password_resets: PasswordResetTable
  payment_methods: PaymentMethodTable
  submissions: SubmissionTable
  submission_counts: SubmissionCountTable
  submission_numbers: SubmissionNumberTable
  submission_texts: SubmissionTextView
  submission_search: SubmissionSearchTable
  status_changes: StatusChangeTable
  files: FileTable
  card_fingerprints: CardFingerprintTable
  idempotency_keys: IdempotencyKeyTable
  audit_log: AuditLogTable
  api_tokens: ApiTokenTable
  vault_keys: DataKeyTable
  purges: PurgeTable
  mail_outbox: MailTable
  chat_sessions: ChatSessionTable
  chat_messages: ChatMessageTable
  second_factors: SecondFactorTable
  recovery_codes: RecoveryCodeTable
  sign_in_tickets: MfaChallengeTable
  known_devices: TrustedDeviceTable
  limit_counts: LimitCountTable
  review_claims: ReviewLockTable
  order_notes: OrderNoteTable
  visit_counts: VisitCountTable
  saved_answers: CannedResponseTable
}

export type AuditLogTable = {
  id: string
  at: string
  actor_id: string | null
  action: string
  object_id: string
  detail: string
  ip: string
  /** The API token the actor's script came with. */
  token_id: string | null
  /** Counts from 1 without a gap; null only before an old entry is chained. */
  sequence: number | null
  /** Over the entry and the hash before it, see `audit/entry-hash.ts`. */
  hash: string | null
}

export type DataKeyTable = {
  key_id: string
  sentinel_sealed: string
  created_at: string
  /** When nothing was left that this key had encrypted; null for the active key, and while there is some. */
  resealed_at: string | null
  /** Since when the key itself is not needed any more. */
  retired_at: string | null
  /** Of a retired key: what old entries of the audit log and old fingerprints are compared with. */
  kept_keys_sealed: string | null
}

/** Something that is gone for good, by the id it had. Rows are never changed and never deleted. */
export type PurgeTable = {
  id: string
  what: 'code' | 'number' | 'photos' | 'account' | 'all'
  /** The order or the account; 'all' for everything at once. */
  subject_id: string
  at: string
}

export type MailTable = {
  id: string
  kind: string
  /** Whom it is for; null when their account was gone before this was kept. */
  user_id: string | null
  recipient: string
  /** What the mail says, encrypted; erased when it is sent. */
  payload_sealed: string | null
  attempts: number
  /** When it is tried (again); null when it is sent or given up. */
  due_at: string | null
  sent_at: string | null
  failed_at: string | null
  /** What went wrong in the last try, in the mail server's words. */
  error: string | null
  created_at: string
}

/** How often somebody did something that is limited. A row that has ended counts for nothing. */
export type LimitCountTable = {
  /** The limit and a keyed hash of whom it is about: neither an address nor a name can be read from it. */
  key: string
  hits: number
  /** From when on the next one is authorized, once there is no room left. */
  free_at: string
  ends_at: string
}

/** How often something happened in an hour or, for the last hour's views alone, in a minute. */
export type VisitCountTable = {
  what: 'views' | 'views-by-minute' | 'quotes'
  /** When the hour or minute began. */
  starts_at: string
  /** Empty for what belongs to no page. */
  page: string
  count: number
}
