import { type Schema, tables } from './schema.ts'
import type { TableRule } from './table-rule.ts'

type Name = keyof Schema

const rules = Object.entries<TableRule>(tables) as [Name, TableRule][]
const namesOf = (isOne: (rule: TableRule) => unknown) => rules.filter(([, rule]) => isOne(rule)).map(([name]) => name)

/** What Clear All Data does, in the order of the deletion. */
export const clearPolicies = Object.fromEntries(rules.toReversed().map(([name, { clear }]) => [name, clear]))
/** What a move copies, in this order. */
export const copiedTables = namesOf(({ clear, move }) => clear !== 'derived' && move !== 'left')
export const loginTables = namesOf(({ isLogin }) => isLogin)
export const personalTables = rules.flatMap(([name, { personal }]) => (personal ? [{ name, ...personal }] : []))

/** An encrypted column. `rowKey` is the column whose value is the `row` of the encrypted value's `Place`. */
export type EncryptedColumn = { table: Name; column: string; rowKey: string }

export const encryptedColumns: readonly EncryptedColumn[] = rules.flatMap(
  ([table, { encrypted = [], rowKey = 'id' }]) => encrypted.map((column) => ({ table, column, rowKey })),
)
/** Verifies the key of its own row, so rotation does not re-encrypt it. */
export const sentinelColumn: EncryptedColumn = { table: 'data_keys', column: 'sentinel_encrypted', rowKey: 'key_id' }
export const keyedColumns = rules.flatMap(([table, { keyed = [] }]) => keyed.map((column) => ({ table, column })))
