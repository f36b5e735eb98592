import { decrypt, encrypt } from '../../platform/encryption/encrypt.ts'
import type { Keyring } from '../../platform/encryption/keys.ts'

type Column = 'note_encrypted' | 'reason_encrypted' | 'planned_encrypted'

export function encryptText(keyring: Keyring, id: string, column: Column, text: string | undefined): string | null {
  return text ? encrypt(keyring, text, placeOf(id, column)) : null
}

/** Undefined when there is none, or it is erased. */
export function textOf<Of extends Column>(
  keyring: Keyring,
  problem: { id: string } & Readonly<Record<Of, string | null>>,
  column: Of,
): string | undefined {
  const encrypted = problem[column]
  return encrypted === null ? undefined : decrypt(keyring, encrypted, placeOf(problem.id, column))
}

function placeOf(row: string, column: Column) {
  return { table: 'order_problems', column, row } as const
}
