import type { Schema } from '../db/schema.ts'
import { decrypt, encrypt, type Place } from './encrypt.ts'
import type { Keyring } from './keys.ts'

/** Null for no text. */
export function encryptText(
  keyring: Keyring,
  text: string | undefined,
  place: Place & { table: keyof Schema },
): string | null {
  return text ? encrypt(keyring, text, place) : null
}

/** The text in an encrypted column of this row; undefined when there is none, or it is erased. */
export function textIn<Column extends string>(
  keyring: Keyring,
  table: keyof Schema,
  row: { id: string } & Readonly<Record<Column, string | null>>,
  column: Column,
): string | undefined {
  const encrypted = row[column]
  return encrypted === null ? undefined : decrypt(keyring, encrypted, { table, column, row: row.id })
}
