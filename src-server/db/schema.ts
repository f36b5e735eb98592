import type { CardCondition } from '#shared/card-condition.ts'
import type { ChatSenderType } from '#shared/chat.ts'
import type { PaymentType } from '#shared/payment-method.ts'
import type { StaffRole } from '#shared/staff-role.ts'
import type { SubmissionStatus } from '#shared/submission.ts'
import type { AcceptedMimeType } from '#shared/upload.ts'

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
  status_changes: StatusChangeTable
  files: FileTable
  idempotency_keys: IdempotencyKeyTable
  audit_log: AuditLogTable
  api_tokens: ApiTokenTable
  vault_keys: VaultKeyTable
  mail_outbox: MailTable
  chat_sessions: ChatSessionTable
  chat_messages: ChatMessageTable
  second_factors: SecondFactorTable
  recovery_codes: RecoveryCodeTable
  sign_in_tickets: SignInTicketTable
  review_claims: ReviewClaimTable
  order_notes: OrderNoteTable
  visit_counts: VisitCountTable
  saved_answers: SavedAnswerTable
}

export type Role = 'customer' | StaffRole

export type UserTable = {
  id: string
  role: Role
  /** Staff sign in by username. */
  username: string | null
  /** Customers sign in by e-mail; stored in lower case. */
  email: string | null
  name: string
  phone: string
  address: string
  password_hash: string
  created_at: string
  last_login_at: string | null
  disabled_at: string | null
  /** 1 while the password is one that somebody else has seen: it opens nothing but its own replacement. */
  must_change_password: number
  /** Orders sent so far; the record of the registration is none. */
  trade_count: number
  /** What staff find a customer by, in small letters; empty for staff and for whoever has left. */
  search_text: string
}

export type SessionTable = {
  id: string
  /** SHA-256 of the cookie's token; the token itself is stored nowhere. */
  token_hash: string
  user_id: string
  kind: 'customer' | 'staff'
  created_at: string
  expires_at: string
  /** As the browser called itself at sign-in. */
  user_agent: string
  /** When it was last used, give or take a few minutes. */
  last_seen_at: string
}

/** A link that sets a new password. It stands until it expires, so that the links of a while can be counted. */
export type PasswordResetTable = {
  /** SHA-256 of the link's token; the token itself is stored nowhere. */
  token_hash: string
  /** Null only inside the transaction of a request for nobody's address. */
  user_id: string | null
  created_at: string
  expires_at: string
  /** Used, or made void by a newer one. */
  ended_at: string | null
}

export type PaymentMethodTable = {
  id: string
  user_id: string
  type: PaymentType
  details_sealed: string
  created_at: string
}

export type SubmissionTable = {
  id: string
  user_id: string
  card_type: string
  card_brand: string
  card_condition: CardCondition | null
  card_value_cents: number
  rate_bps: number
  payout_cents: number
  email: string
  phone: string
  account_name: string
  payment_type: PaymentType | null
  card_number_masked: string
  card_fingerprint: string | null
  card_number_sealed: string | null
  security_code_sealed: string | null
  expiring_date_sealed: string | null
  additional_info_sealed: string | null
  payout_details_sealed: string | null
  /** Finds orders that are paid to one account; null when there is none, or when its customer is gone. */
  payout_fingerprint: string | null
  /** When the security code goes, while the decision that ended the order can still be taken back. */
  erase_code_at: string | null
  status: SubmissionStatus
  status_reason: string | null
  version: number
  created_at: string
  updated_at: string
}

export type StatusChangeTable = {
  id: string
  submission_id: string
  /** The submission's version after this change; orders the history. */
  version: number
  from_status: SubmissionStatus | null
  to_status: SubmissionStatus
  reason: string | null
  changed_by: string
  changed_at: string
  /** Until when it can be taken back; null when it never could. */
  undo_until: string | null
  /** 'undone' was taken back, 'undo' took it back: customers see neither. */
  undo_mark: 'undone' | 'undo' | null
  /** The mail that waits until it cannot be taken back any more. */
  mail_id: string | null
  /** The order's brand again, to find the reasons given for it. */
  card_brand: string | null
}

export type FileTable = {
  id: string
  owner_id: string
  /** The order or the chat message that claimed the file. With neither it is swept. */
  submission_id: string | null
  message_id: string | null
  position: number
  file_name: string
  file_size: number
  mime_type: AcceptedMimeType
  sha256: string
  uploaded_at: string
}

export type IdempotencyKeyTable = {
  user_id: string
  key: string
  request_hash: string
  submission_id: string
  created_at: string
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

export type ApiTokenTable = {
  id: string
  name: string
  /** SHA-256 of the token; the token itself is stored nowhere. */
  token_hash: string
  /** How the token begins, so that people tell theirs apart. */
  prefix: string
  /** Scopes, with spaces between. */
  scopes: string
  maker_id: string
  /** The customer it orders for, with the scope 'orders'. */
  customer_id: string | null
  created_at: string
  expires_at: string | null
  /** Give or take a few minutes. */
  last_used_at: string | null
  revoked_at: string | null
}

export type VaultKeyTable = { key_id: string; sentinel_sealed: string; created_at: string }

export type MailTable = {
  id: string
  kind: string
  recipient: string
  /** What the mail says, sealed; erased when it is sent. */
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

export type ChatSessionTable = {
  id: string
  customer_id: string
  subject_sealed: string
  status: 'open' | 'closed'
  /** The sequence of the newest message. */
  last_sequence: number
  customer_seen_sequence: number
  /** The newest message that anybody of staff has seen. */
  staff_seen_sequence: number
  /** 1 while the customer has said something that no staff have seen: the list of the desk begins with these. */
  is_unread: 0 | 1
  /** Which member of staff has taken it on. */
  assignee_id: string | null
  /** The reply the customer was last mailed about; beyond what they have seen, they know already. */
  reply_mailed_sequence: number
  created_at: string
  last_activity_at: string
}

export type ChatMessageTable = {
  id: string
  session_id: string
  /** Counts from 1 in each conversation, without a gap. */
  sequence: number
  sender_type: ChatSenderType
  sender_id: string
  /** What the sender's page called it: one message is stored once, however often it is sent. */
  client_message_id: string | null
  message_sealed: string
  sent_at: string
}

/** The app on a member of staff's phone. Without `confirmed_at` it was only shown, and counts for nothing. */
export type SecondFactorTable = {
  user_id: string
  secret_sealed: string
  confirmed_at: string | null
  /** The 30 seconds the last accepted code was for: it and older ones are used up. */
  last_step: number
  wrong_codes: number
  /** When the first of them was tried. */
  wrong_since: string | null
}

export type RecoveryCodeTable = {
  user_id: string
  /** SHA-256 of the code; the code itself is stored nowhere. */
  code_hash: string
  used_at: string | null
}

/** A right password that waits for its code. It opens no session by itself. */
export type SignInTicketTable = {
  /** SHA-256 of the ticket; the ticket itself is stored nowhere. */
  token_hash: string
  user_id: string
  /** As it was compared: a password that is replaced meanwhile makes the ticket void. */
  password_hash: string
  tries_left: number
  expires_at: string
}

/** Who decides on an order, until `lease_until` unless it is renewed. */
export type ReviewClaimTable = { submission_id: string; holder_id: string; lease_until: string }

/** What staff wrote to each other about an order. */
export type OrderNoteTable = {
  id: string
  submission_id: string
  author_id: string
  /** What the author's page called it: one note is stored once, however often it is sent. */
  client_note_id: string | null
  text_sealed: string
  written_at: string
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

/** What support says often. Written by staff about no customer. */
export type SavedAnswerTable = {
  id: string
  /** What is typed after the slash. */
  shortcut: string
  text: string
  updated_at: string
}
