import type { BalanceCheck, ShownEvidence } from '#shared/balance-check-schema.ts'
import { dollarsFromCents } from '#shared/money.ts'
import type { BalanceCheckTable } from '../platform/db/file-tables.ts'
import { textIn } from '../platform/encryption/encrypted-text.ts'
import type { Keyring } from '../platform/encryption/keys.ts'
import { withoutNulls } from '../platform/without-nulls.ts'
import type { NamedCheck } from './balance-check-queries.ts'

export function checkView(keyring: Keyring, check: NamedCheck): BalanceCheck {
  const note = textIn(keyring, 'balance_checks', check, 'note_encrypted')
  const more = withoutNulls({ note, evidenceId: check.file_id })
  return { id: check.id, ...finding(check), ...more, by: check.checked_by_name }
}

/** What the customer sees of a check: not who made it, and no note. */
export function evidenceView(check: BalanceCheckTable): ShownEvidence {
  return { ...finding(check), ...withoutNulls({ fileId: check.file_id }) }
}

function finding({ outcome, how, balance_cents: cents, checked_at: at }: BalanceCheckTable) {
  return { outcome, how, ...(cents !== null && { balance: dollarsFromCents(cents) }), at }
}
