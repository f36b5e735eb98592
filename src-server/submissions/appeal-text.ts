import type { AppealTable } from '../platform/db/appeal-tables.ts'
import { decrypt, encrypt } from '../platform/encryption/encrypt.ts'
import type { Keyring } from '../platform/encryption/keys.ts'

type Column = 'words_encrypted' | 'answer_encrypted'

export function encryptAppealText(keyring: Keyring, id: string, column: Column, text: string): string {
  return encrypt(keyring, text, { table: 'appeals', column, row: id })
}

/** Undefined when there is none, or it is erased. */
export function appealText(
  keyring: Keyring,
  appeal: Pick<AppealTable, 'id' | Column>,
  column: Column,
): string | undefined {
  const encrypted = appeal[column]
  return encrypted === null ? undefined : decrypt(keyring, encrypted, { table: 'appeals', column, row: appeal.id })
}
