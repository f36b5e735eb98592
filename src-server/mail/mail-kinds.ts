import type { ReviewStatus } from '#shared/submission.ts'

/** What a mail may say of an order. There is no field for a card number, a code or where the money goes. */
export type MailOrder = {
  id: string
  giftCardName: string
  cardValueCents: number
  rateBps: number
  payoutCents: number
  /** 'PayPal', 'Bank Transfer': the way only, never its details. */
  payoutMethod: string
}

/** Every mail the site sends, with what its words need. `name` is the customer's. Links are made when it is sent. */
export type Mail = { name: string } & (
  | { kind: 'welcome' }
  | { kind: 'order-received'; order: MailOrder }
  | { kind: 'status-changed'; order: MailOrder; status: ReviewStatus; reason: string | null }
  /** `token` opens the account for `minutes`; after them the mail is not sent any more. */
  | { kind: 'password-reset'; token: string; minutes: number }
  /** Goes to the former address. */
  | { kind: 'email-changed' }
  /** Support answered while the customer was away. The answer itself is read on the site. */
  | { kind: 'chat-reply' }
)
export type MailKind = Mail['kind']

/**
 * Mails about who can open an account. They are for the address they were written to and for no other, however the
 * account's address changes.
 */
export const securityMails: readonly MailKind[] = ['password-reset', 'email-changed']
