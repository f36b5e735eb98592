import { paymentTypeInfo } from '#shared/payment-method.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'
import { textIn } from '../platform/encryption/encrypted-text.ts'
import type { Keyring } from '../platform/encryption/keys.ts'
import type { MailSubmission } from '../platform/mail/mail-kinds.ts'
import { fieldsOf } from '../platform/without-nulls.ts'
import { decryptPayout } from './decrypt-payout.ts'

type Priced = 'id' | 'card_type' | 'card_value_cents' | 'rate_bps' | 'payout_cents'
type MailedRow = Pick<SubmissionTable, Priced> & Partial<Pick<SubmissionTable, 'payment_type'>>

export function mailSubmission(row: MailedRow): MailSubmission {
  return {
    ...fieldsOf(row, 'id', 'card_type as giftCardName', 'card_value_cents', 'rate_bps', 'payout_cents'),
    payoutMethod: paymentMethodName(row),
  }
}

export function paymentMethodName({ payment_type }: Pick<MailedRow, 'payment_type'>) {
  return payment_type ? paymentTypeInfo[payment_type].name : 'N/A'
}

/** A shorter one would also match words that have nothing to do with the card. */
const SHORTEST_SECRET = 3

/** Secrets become dots, with or without spaces and hyphens. The site, behind the sign-in, shows them. */
export function reasonForMail(keyring: Keyring, row: SubmissionTable, reason: string): string {
  const columns = ['card_number_encrypted', 'security_code_encrypted', 'expiring_date_encrypted'] as const
  const { type: _, ...payout } = decryptPayout(keyring, row) ?? { type: undefined }
  const secrets = [
    ...columns.map((column) => textIn(keyring, 'submissions', row, column) ?? ''),
    ...Object.values(payout),
  ]
  return secrets.reduce((text, secret) => {
    const characters = [...secret.replace(/[\s-]/g, '')]
    if (characters.length < SHORTEST_SECRET) return text
    const pattern = characters.map((character) => character.replace(/[^\p{L}\p{N}]/u, '\\$&')).join('[\\s-]*')
    return text.replace(new RegExp(pattern, 'gi'), '••••')
  }, reason)
}
