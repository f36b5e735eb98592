import type { Generated } from 'kysely'
import type { PayoutProvider } from '#shared/payout.ts'
import type {
  EntryKind,
  EntryState,
  LineState,
  MatchedHow,
  MoneyAccountKind,
  StatementProvider,
} from '#shared/statement.ts'
import { tableOf } from './table-rule.ts'

/** A place where money is. The statements of a bank or of PayPal are imported. */
export type StatementAccountTable = {
  /** 'SA-7K3M9Q2XVB'. */
  id: string
  name: string
  provider: StatementProvider
  /** JSON: the payment methods whose payouts are paid from it. */
  methods: string
  /** JSON: the columns of its files; null until they are chosen. */
  format: string | null
  kind: MoneyAccountKind
  /** What it takes for a payout at most; null for the amount of the controls. */
  usual_fee_cents: number | null
  /** What it had at the start of its first day, `opening_on`. */
  opening_cents: number
  opening_on: string
  /** 1 until a person enters that balance. */
  needs_opening: number
  made_by: string
  made_at: string
}

/** A line of a statement. Money that left the account is negative. */
export type StatementLineTable = {
  id: string
  account_id: string
  import_id: string
  /** Counts in the order of the statement. */
  number: number
  /** A digest of what the statement says, by which overlapping files store it once. */
  line_key: string
  /** A date without time. */
  booked_on: string
  amount_cents: number
  fee_cents: number
  /** What the bank had after it, if the statement says so. */
  balance_cents: number | null
  reference: string
  /** Null when it was erased with the account of a customer. */
  description_encrypted: string | null
  state: LineState
  /** What the release before wrote of its match. */
  matched_how: MatchedHow | null
  matched_by: string | null
  matched_at: string | null
  /** Its match; null while it has none. */
  group_id: string | null
  /** The adjusting entry that waits for it, or that reconciles it. */
  entry_id: string | null
}

/** An adjusting entry: what lines have more or less than the books. */
export type StatementEntryTable = {
  id: string
  account_id: string
  kind: EntryKind
  /** Negative when the bank has less than the books. */
  amount_cents: number
  provider: PayoutProvider
  /** The money account that it changes; 'opening' of entries from before there were any. */
  money_account: string | null
  /** The payout it is about, if it is about one. */
  payout_id: string | null
  note_encrypted: string
  state: EntryState
  made_by: string
  made_at: string
  /** Who approved, refused or reversed it, last. */
  ended_by: string | null
  ended_at: string | null
}

/** That a month was closed, and perhaps reopened since. */
export type MonthClosingTable = {
  id: string
  /** '2026-11' */
  month: string
  /** Of its journal.csv as it was then, in hex. */
  sha256: string
  /** JSON: `ClosedAccount` of each money account. */
  accounts: string
  suspense_cents: number
  /** Why movements have no line. */
  note_encrypted: string | null
  closed_by: string
  closed_at: string
  /** The second person, or who works alone. */
  confirmed_by: string
  reopened_by: string | null
  reopened_at: string | null
  reason_encrypted: string | null
}
/** What a money account had at the end of a closed month, and what of it no line covered. */
export type ClosedAccount = { id: string; name: string; cents: number; outstanding: number; outstandingCents: number }

export const statementTables = {
  statement_accounts: tableOf<StatementAccountTable>({ clear: 'kept' }),
  /** What the bank had at the end of a day, as a person typed it. */
  statement_balances: tableOf<{
    account_id: string
    at_end_of: string
    cents: number
    made_by: string
    made_at: string
  }>({ clear: 'cleared' }),
  /** A file that was imported; the same file again does nothing. */
  statement_imports: tableOf<{
    id: string
    account_id: string
    digest: string
    made_by: string
    made_at: string
    /** Null once all of its lines are stored: until then they are invisible, and after this time removed. */
    incomplete_until: string | null
  }>({ clear: 'cleared' }),
  // The ledger has their amounts.
  statement_entries: tableOf<StatementEntryTable>({ clear: 'kept', encrypted: ['note_encrypted'] }),
  /** A match: lines and movements of one account that belong together. */
  statement_groups: tableOf<{
    id: string
    account_id: string
    how: MatchedHow
    made_by: string
    made_at: string
    /** Null while their sums differ. */
    reconciled_at: string | null
    /** The days of its lines and movements; 1 when these are so far apart that it is looked for by itself. */
    first_on: Generated<string>
    last_on: Generated<string>
    is_long: Generated<number>
  }>({ clear: 'cleared' }),
  /** The lines of a complete import by day: number, net, the sum of their absolute amounts, and the greatest number. */
  statement_import_days: tableOf<{
    import_id: string
    day: string
    lines: number
    cents: number
    moved_cents: number
    newest: number
  }>({ clear: 'cleared' }),
  statement_lines: tableOf<StatementLineTable>({ clear: 'cleared', encrypted: ['description_encrypted'] }),
  /** A transfer as a movement of an account, which at most one match has. */
  matched_movements: tableOf<{ account_id: string; transfer_key: string; group_id: string }>({ clear: 'cleared' }),
  /** One row: each posting reads it in share mode, and a closing takes it exclusively. */
  ledger_lock: tableOf<{ id: number }>({ clear: 'kept' }),
  month_closings: tableOf<MonthClosingTable>({ clear: 'kept', encrypted: ['note_encrypted', 'reason_encrypted'] }),
}
