import { paymentTypeInfo } from '#shared/payment-method.ts'
import { getUser } from '../accounts/account-queries.ts'
import type { AppContext } from '../context.ts'
import type { Tx } from '../platform/db/database.ts'
import type { SubmissionTable } from '../platform/db/submission-tables.ts'
import { textIn } from '../platform/encryption/encrypted-text.ts'
import type { Keyring } from '../platform/encryption/keys.ts'
import { enqueueMail } from '../platform/mail/enqueue-mail.ts'
import type { Mail, MailSubmission } from '../platform/mail/mail-kinds.ts'
import { fieldsOf } from '../platform/without-nulls.ts'
import { decryptPayout } from './payout-view.ts'

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
export function reasonForMail(keyring: Keyring, row: SubmissionTable, reason: string) {
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

type OrderMail = Extract<Mail, { order: MailSubmission }>
type Facts<Each> = Each extends unknown ? Omit<Each, 'name' | 'order'> : never
export type OrderMailFacts = Facts<OrderMail>

/** In the caller's transaction. Returns the id of the mail; a deleted account gets none. */
export async function mailCustomer(
  app: AppContext,
  tx: Tx,
  order: SubmissionTable,
  facts: OrderMailFacts,
  dueAt?: string,
) {
  const { email, name } = await getUser(tx, order.user_id)
  if (email === null) return null
  const mail = { name, order: mailSubmission(order), ...facts } as OrderMail
  return enqueueMail(tx, app, { id: order.user_id, email }, mail, { dueAt })
}
