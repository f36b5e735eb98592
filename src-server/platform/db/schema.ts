import type {
  ApiTokenTable,
  MfaChallengeTable,
  PasswordResetTable,
  PaymentMethodTable,
  RecoveryCodeTable,
  SecondFactorTable,
  SessionTable,
  StaffLinkTable,
  TrustedDeviceTable,
  UserTable,
} from './account-tables.ts'
import type { AppealTable } from './appeal-tables.ts'
import type { BrandTermsTable, CatalogueVersionTable, RateTable } from './catalogue-tables.ts'
import type { CannedResponseTable, ChatMessageTable, ChatSessionTable } from './chat-tables.ts'
import type {
  ApprovalFigureKey,
  ApprovalMeasures,
  FigureProgressTable,
  MonthlyFigureKey,
  MonthlyMeasures,
} from './figure-tables.ts'
import type {
  BuyerTable,
  CardPlaceTable,
  DispositionTable,
  InventoryCountTable,
  InventoryItemTable,
  LotItemTable,
  LotTable,
} from './inventory-tables.ts'
import type { LedgerBalanceTable, TransferFacts, TransferNumber } from './ledger-tables.ts'
import type {
  AuditLogTable,
  DataKeyTable,
  EventTable,
  JobLeaseTable,
  LimitCountTable,
  MailTable,
  PurgeTable,
  VisitCountTable,
} from './operations-tables.ts'
import type {
  PayoutAttemptTable,
  PayoutCountTable,
  PayoutFileRowTable,
  PayoutFileTable,
  PayoutHoldTable,
  PayoutLineTable,
  PayoutNameTable,
  PayoutTable,
  ProviderEventTable,
  SenderPauseTable,
} from './payout-tables.ts'
import type { PolicyTable } from './policy-tables.ts'
import type { ClawbackEntryTable, OrderProblemTable, SetOffOfferTable } from './problem-tables.ts'
import type { InformationRequestTable } from './request-tables.ts'
import type { SetupMarkTable, SiteVersionTable } from './site-tables.ts'
import type {
  StatementAccountTable,
  StatementBalanceTable,
  StatementEntryTable,
  StatementImportTable,
  StatementLineTable,
  StatementMatchTable,
} from './statement-tables.ts'
import type {
  BalanceCheckTable,
  CardFingerprintTable,
  FileTable,
  IdempotencyKeyTable,
  QueueColumns,
  ReviewLockTable,
  StatusChangeTable,
  SubmissionCountTable,
  SubmissionNoteTable,
  SubmissionNumberTable,
  SubmissionSearchTable,
  SubmissionTable,
  SubmissionTextView,
} from './submission-tables.ts'
import type { ServiceTimeTable } from './tracking-tables.ts'

/**
 * The database schema. Portable to SQLite and PostgreSQL: ids are generated text, money is integer cents, rates are
 * integer basis points, times are ISO 8601 UTC text. `*_encrypted` columns contain only ciphertext (see `encryption/`).
 */
export type Schema = {
  users: UserTable
  sessions: SessionTable
  password_resets: PasswordResetTable
  payment_methods: PaymentMethodTable
  submissions: SubmissionTable & QueueColumns
  information_requests: InformationRequestTable
  submission_counts: SubmissionCountTable
  submission_numbers: SubmissionNumberTable
  submission_texts: SubmissionTextView
  submission_search: SubmissionSearchTable
  status_changes: StatusChangeTable
  files: FileTable
  balance_checks: BalanceCheckTable
  card_fingerprints: CardFingerprintTable
  idempotency_keys: IdempotencyKeyTable
  audit_log: AuditLogTable
  api_tokens: ApiTokenTable
  data_keys: DataKeyTable
  purges: PurgeTable
  mail_outbox: MailTable
  chat_sessions: ChatSessionTable
  chat_messages: ChatMessageTable
  second_factors: SecondFactorTable
  recovery_codes: RecoveryCodeTable
  mfa_challenges: MfaChallengeTable
  trusted_devices: TrustedDeviceTable
  staff_links: StaffLinkTable
  limit_counts: LimitCountTable
  review_locks: ReviewLockTable
  submission_notes: SubmissionNoteTable
  visit_counts: VisitCountTable
  canned_responses: CannedResponseTable
  catalogue_versions: CatalogueVersionTable
  brand_terms: BrandTermsTable
  rates: RateTable
  job_leases: JobLeaseTable
  events: EventTable
  policies: PolicyTable
  site_versions: SiteVersionTable
  setup_marks: SetupMarkTable
  payouts: PayoutTable
  payout_lines: PayoutLineTable
  payout_holds: PayoutHoldTable
  payout_attempts: PayoutAttemptTable
  payout_names: PayoutNameTable
  payout_files: PayoutFileTable
  payout_file_rows: PayoutFileRowTable
  payout_counts: PayoutCountTable
  statement_accounts: StatementAccountTable
  statement_balances: StatementBalanceTable
  statement_imports: StatementImportTable
  statement_lines: StatementLineTable
  statement_matches: StatementMatchTable
  statement_entries: StatementEntryTable
  provider_events: ProviderEventTable
  sender_pauses: SenderPauseTable
  inventory_items: InventoryItemTable
  inventory_counts: InventoryCountTable
  card_places: CardPlaceTable
  buyers: BuyerTable
  lots: LotTable
  lot_items: LotItemTable
  order_problems: OrderProblemTable
  appeals: AppealTable
  clawback_entries: ClawbackEntryTable
  set_off_offers: SetOffOfferTable
  dispositions: DispositionTable
  ledger_transfers: TransferFacts & TransferNumber
  ledger_balances: LedgerBalanceTable
  monthly_figures: MonthlyFigureKey & MonthlyMeasures
  approval_figures: ApprovalFigureKey & ApprovalMeasures
  figure_progress: FigureProgressTable
  service_times: ServiceTimeTable
}
