import type { Schema } from '../db/schema.ts'
import { decrypt, encrypt } from './encrypt.ts'
import type { Keyring } from './keys.ts'

export type EncryptedColumn<Of extends keyof Schema> = keyof Schema[Of] & `${string}_encrypted`

/** A text as this column of the row with this id stores it. */
export function encryptText<Of extends keyof Schema>(
  keyring: Keyring,
  table: Of,
  row: string,
  column: EncryptedColumn<Of>,
  text: string,
) {
  return encrypt(keyring, text, { table, column, row })
}

export function encryptAnyText<Of extends keyof Schema>(
  keyring: Keyring,
  table: Of,
  row: string,
  column: EncryptedColumn<Of>,
  text: string | undefined,
) {
  return text ? encryptText(keyring, table, row, column, text) : null
}

type Stored<Column extends string> = { id: string } & Readonly<Record<Column, string | null>>

/** The text in an encrypted column of this row; undefined when there is none, or it is erased. */
export function textIn<Column extends string, Row extends Stored<Column>>(
  keyring: Keyring,
  table: keyof Schema,
  row: Row,
  column: Column,
): Row[Column] extends string ? string : string | undefined
export function textIn(keyring: Keyring, table: keyof Schema, row: Stored<string>, column: string) {
  const encrypted = row[column] ?? null
  return encrypted === null ? undefined : decrypt(keyring, encrypted, { table, column, row: row.id })
}
