import type { Insertable } from 'kysely'
import { maskCardNumber } from '#shared/card-number.ts'
import { payoutCents } from '#shared/money.ts'
import type { PayoutDetails } from '#shared/payment-method.ts'
import type { SubmitInput } from '#shared/submission-schema.ts'
import type { Actor } from '../audit/audit-queries.ts'
import type { AppContext } from '../context.ts'
import { timestamp } from '../platform/clock.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'
import { type EncryptedColumn, encryptAnyText } from '../platform/encryption/encrypted-text.ts'
import { FINGERPRINT_RULES, payoutFingerprint } from '../platform/encryption/fingerprint.ts'
import { newReference } from '../platform/ids.ts'
import type { Price } from './quotes.ts'
import { firstOrderOf } from './resubmission.ts'
import { allowedMs } from './waiting-time.ts'

/** The account's name, e-mail and phone override those of the form. */
export type Submitter = Actor & { name: string; email: string; phone: string }

/** `former` is the order whose card it sends again. */
export function newSubmission(
  app: AppContext,
  customer: Submitter,
  input: SubmitInput,
  { price, payout, former }: { price: Price; payout: PayoutDetails; former: SubmissionTable | undefined },
): Insertable<SubmissionTable> {
  const { brand, valueCents, rateBps, catalogueVersion } = price
  const id = newReference()
  const now = timestamp(app.clock)
  const encrypted = (column: EncryptedColumn<'submissions'>, text: string) =>
    encryptAnyText(app.keyring, 'submissions', id, column, text)
  return {
    id,
    user_id: customer.id,
    card_type: brand.name,
    card_brand: brand.slug,
    card_condition: input.cardCondition,
    card_value_cents: valueCents,
    rate_bps: rateBps,
    payout_cents: payoutCents(valueCents, rateBps),
    catalogue_version: catalogueVersion,
    email: customer.email,
    phone: customer.phone || input.phone,
    account_name: customer.name,
    payment_type: payout.type,
    card_number_masked: maskCardNumber(input.cardNumber, brand.slug, input.securityCode),
    card_number_encrypted: encrypted('card_number_encrypted', input.cardNumber),
    security_code_encrypted: encrypted('security_code_encrypted', input.securityCode),
    expiring_date_encrypted: encrypted('expiring_date_encrypted', input.expiringDate),
    additional_info_encrypted: encrypted('additional_info_encrypted', input.additionalInfo),
    payout_details_encrypted: encrypted('payout_details_encrypted', JSON.stringify(payout)),
    payout_fingerprint: payoutFingerprint(app.keyring, payout),
    fingerprint_rules: FINGERPRINT_RULES,
    due_at: timestamp(app.clock, allowedMs(app, brand.slug)),
    status: 'pending',
    version: 1,
    resubmit_of: former?.id ?? null,
    first_order_id: former ? firstOrderOf(former) : null,
    created_at: now,
    updated_at: now,
  }
}
