import type { BalanceCheck, ShownEvidence } from '#shared/balance-check-schema.ts'
import type { RequestView, StaffRequest } from '#shared/information-request-schema.ts'
import { dollarsFromCents, fractionFromBps } from '#shared/money.ts'
import type { AppContext } from '../context.ts'
import type { BalanceCheckTable } from '../platform/db/file-tables.ts'
import type { InformationRequestTable } from '../platform/db/request-tables.ts'
import { textIn } from '../platform/encryption/encrypted-text.ts'
import type { Keyring } from '../platform/encryption/keys.ts'
import { fieldsOf, moneyOf, withoutNulls } from '../platform/without-nulls.ts'
import type { NamedCheck } from './balance-check-queries.ts'

export function requestView({ keyring, catalogue }: AppContext, row: InformationRequestTable): RequestView {
  const { card_brand: brand, value_cents: value, rate_bps: rate, payout_cents: payout } = row
  return {
    ...fieldsOf(row, 'id', 'made_at', 'due_at'),
    type: row.kind,
    ...withoutNulls({
      words: textIn(keyring, 'information_requests', row, 'note_encrypted'),
      wants: row.wants === null ? null : JSON.parse(row.wants),
    }),
    ...(brand !== null &&
      value !== null &&
      rate !== null &&
      payout !== null && {
        offer: {
          cardBrand: brand,
          giftCardName: catalogue.current.find(brand)?.name ?? brand,
          cardValue: dollarsFromCents(value),
          exchangeRate: fractionFromBps(rate),
          payoutAmount: dollarsFromCents(payout),
        },
      }),
  }
}

export function staffRequestView(parts: AppContext, row: InformationRequestTable): StaffRequest {
  return { ...requestView(parts, row), state: row.state, ...withoutNulls(fieldsOf(row, 'closed_at')) }
}

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
