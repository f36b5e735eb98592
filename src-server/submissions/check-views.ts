import type { BalanceCheck, ShownEvidence } from '#shared/balance-check-schema.ts'
import type { BalanceCheckTable } from '../platform/db/file-tables.ts'
import { textIn } from '../platform/encryption/encrypted-text.ts'
import type { Keyring } from '../platform/encryption/keys.ts'
import { fieldsOf, moneyOf, withoutNulls } from '../platform/without-nulls.ts'
import type { NamedCheck } from './balance-check-queries.ts'

export function checkView(keyring: Keyring, check: NamedCheck): BalanceCheck {
  const note = textIn(keyring, 'balance_checks', check, 'note_encrypted')
  const { fileId: evidenceId, ...finding } = evidenceView(check)
  return { ...fieldsOf(check, 'id', 'checked_by_name as by'), ...finding, ...withoutNulls({ note, evidenceId }) }
}

/** What the customer sees of a check: not who made it, and no note. */
export function evidenceView(check: BalanceCheckTable): ShownEvidence {
  const more = { ...moneyOf(check, 'balance_cents'), ...fieldsOf(check, 'file_id') }
  return { ...fieldsOf(check, 'outcome', 'how', 'checked_at as at'), ...withoutNulls(more) }
}
