import type { RequestView, StaffRequest } from '#shared/information-request-schema.ts'
import { dollarsFromCents, fractionFromBps } from '#shared/money.ts'
import type { AppContext } from '../context.ts'
import type { InformationRequestTable } from '../platform/db/request-tables.ts'
import { textIn } from '../platform/encryption/encrypted-text.ts'
import { fieldsOf, withoutNulls } from '../platform/without-nulls.ts'

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
