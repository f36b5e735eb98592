import type { ExpressionBuilder, Insertable, Kysely, Selectable, Updateable } from 'kysely'
import { notFound } from '../errors.ts'
import { isChanged } from './count-rows.ts'
import type { Db, ServerDb } from './database.ts'
import { lockedIn } from './row-locks.ts'
import type { Schema } from './schema.ts'

type Name = keyof Schema
type Row<Of extends Name> = Selectable<Schema[Of]>
type Column<Of extends Name> = keyof Row<Of> & string
type Match<Of extends Name> = { [Each in Column<Of>]?: Row<Of>[Each] | readonly Row<Of>[Each][] }

type Reads<Of extends Name> = {
  find(db: Db, match: Match<Of>): Promise<Row<Of> | undefined>
  /** Like `find`; a transaction locks the row until its end. */
  findLocked(db: Db, match: Match<Of>): Promise<Row<Of> | undefined>
  /** Does the same. @throws AppError 'not_found' when there is none */
  getLocked(db: Db, match: Match<Of>): Promise<Row<Of>>
  /** All rows that match, in ascending order of these columns. */
  list(db: Db, match: Match<Of>, ...order: Column<Of>[]): Promise<Row<Of>[]>
}
type Writes<Of extends Name> = {
  insert(tx: ServerDb, row: Insertable<Schema[Of]>): Promise<void>
  /** Returns false when there is a row with the same unique columns. */
  insertOnce(tx: ServerDb, row: Insertable<Schema[Of]>): Promise<boolean>
  /** Inserts a row, or replaces the values of the one with this unique key. */
  upsert(tx: ServerDb, row: Insertable<Schema[Of]>, ...key: Column<Of>[]): Promise<void>
  /** Returns false when no row matches. */
  update(tx: ServerDb, match: Match<Of>, changes: Updateable<Schema[Of]>): Promise<boolean>
  /** Deletes all rows that match; returns false when there is none. */
  remove(tx: ServerDb, match: Match<Of>): Promise<boolean>
}
/** What writes these checks more than columns, so that only their queries do. */
type ReadOnly =
  | 'users'
  | 'sessions'
  | 'second_factors'
  | 'api_tokens'
  | 'staff_links'
  | 'submissions'
  | 'payouts'
  | 'ledger_transfers'
  | 'audit_log'

type Values = Record<string, unknown>
type Untyped = Kysely<Record<string, Values>>
const untyped = (db: Db) => db as unknown as Untyped

/** Reads and writes a table by values of its columns; any other SQL is in `*-queries.ts`. */
export function table<Of extends Name>(name: Of): Of extends ReadOnly ? Reads<Of> : Reads<Of> & Writes<Of>
export function table(name: string): unknown {
  const select = (db: Db, match: Values) => untyped(db).selectFrom(name).selectAll().where(matches(match))
  const findLocked = async (db: Db, match: Values) => select(db, match).limit(1).$call(lockedIn(db)).executeTakeFirst()
  return {
    find: async (db: Db, match: Values) => select(db, match).limit(1).executeTakeFirst(),
    findLocked,
    async getLocked(db: Db, match: Values) {
      const row = await findLocked(db, match)
      if (!row) throw notFound()
      return row
    },
    list: async (db: Db, match: Values, ...order: string[]) =>
      order.reduce((query, column) => query.orderBy(column), select(db, match)).execute(),
    async insert(tx: ServerDb, row: Values) {
      await untyped(tx).insertInto(name).values(row).execute()
    },
    async insertOnce(tx: ServerDb, row: Values) {
      const { numInsertedOrUpdatedRows } = await untyped(tx)
        .insertInto(name)
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      return numInsertedOrUpdatedRows === 1n
    },
    async upsert(tx: ServerDb, row: Values, ...key: string[]) {
      const insert = untyped(tx).insertInto(name).values(row)
      await insert.onConflict((conflict) => conflict.columns(key).doUpdateSet(row)).execute()
    },
    async update(tx: ServerDb, match: Values, changes: Values) {
      return isChanged(untyped(tx).updateTable(name).set(changes).where(matches(match)))
    },
    async remove(tx: ServerDb, match: Values) {
      const { numDeletedRows } = await untyped(tx).deleteFrom(name).where(matches(match)).executeTakeFirst()
      return numDeletedRows > 0n
    },
  }
}

/** @throws for a value that is undefined: without its condition, other rows would match */
function matches(match: Values) {
  return ({ and, eb }: ExpressionBuilder<Record<string, Values>, string>) =>
    and(
      Object.entries(match).map(([column, value]) => {
        if (value === undefined) throw new Error(`No value of ${column} was given.`)
        return Array.isArray(value) ? eb(column, 'in', value) : eb(column, value === null ? 'is' : '=', value)
      }),
    )
}
