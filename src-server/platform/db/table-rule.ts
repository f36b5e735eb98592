/** A column that says to whom a row belongs, and the table that it refers to. */
export const ownerColumns = {
  user_id: 'users',
  customer_id: 'users',
  submission_id: 'submissions',
  payout_id: 'payouts',
} as const

/** What becomes of a table and its columns, beside what use cases do. */
export type TableRule<Column extends string = string> = {
  /**
   * By Clear All Data. 'cleared': rows are deleted after comparing their number with the backup. 'forgotten':
   * short-lived rows are deleted without that. 'kept': unchanged. 'derived': maintained by triggers, also in the target
   * of a move. Of users, sessions and tokens only those of customers are deleted.
   */
  clear: 'cleared' | 'forgotten' | 'kept' | 'derived'
  /** By a move: tables are copied row by row, except derived ones and those whose rows mean nothing elsewhere. */
  move?: 'left'
  /** By the deletion of an account: its rows, which are found by this column, are deleted, or these values replaced. */
  personal?: { by: Column & keyof typeof ownerColumns; erased: 'row' | { readonly [Each in Column]?: '' | null } }
  /** Columns that key rotation re-encrypts. `row` of the `Place` of a value is its `id`, or its `rowKey`. */
  encrypted?: readonly Column[]
  rowKey?: Column
  /** Columns with keyed hashes: 'kid.base64url(HMAC)'. */
  keyed?: readonly Column[]
  /** Its tokens grant or ease access: a restore deletes them. */
  isLogin?: true
}

type Table<Row> = TableRule & { readonly row?: Row }
export type RowOf<Of> = Of extends Table<infer Row> ? Row : never

export const tableOf = <Row>(rule: TableRule<keyof Row & string>): Table<Row> => rule
