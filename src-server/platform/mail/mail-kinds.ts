import type { ReviewStatus } from '#shared/submission.ts'

/** The submission data that mails may contain: no card number, no code, no payout details. */
export type MailSubmission = {
  id: string
  giftCardName: string
  cardValueCents: number
  rateBps: number
  payoutCents: number
  /** 'PayPal', 'Bank Transfer': only the method, not its details. */
  payoutMethod: string
}

/** All mails with the data of their templates. `name` is the customer's. Links are generated when a mail is sent. */
export type Mail = { name: string } & (
  | { kind: 'welcome' }
  | { kind: 'order-received'; order: MailSubmission }
  /** `reference` is that of the payment which completed the order. `isPayoutBack`: they can be paid another way. */
  | {
      kind: 'status-changed'
      order: MailSubmission
      status: ReviewStatus
      reason: string | null
      reference?: string
      isPayoutBack?: true
    }
  /** `token` is valid for `minutes`; after that the mail is not sent. */
  | { kind: 'password-reset'; token: string; minutes: number }
  /** Sent to the former address. */
  | { kind: 'email-changed' }
  /** `account` is masked. `isPayout`: a payout goes there; otherwise it was saved for later orders. */
  | { kind: 'destination-changed'; account: string; isPayout: boolean }
  /** The account was changed, so that a payout of `amountCents` waits until then (ISO 8601). */
  | { kind: 'payout-waits'; amountCents: number; until: string }
  /** Support replied while the customer was away. The mail does not contain the reply. */
  | { kind: 'chat-reply' }
)
export type MailKind = Mail['kind']

/**
 * Mails about access to the account. They stay with their original address even when the account's address changes.
 */
export const securityMails: readonly MailKind[] = [
  'password-reset',
  'email-changed',
  'destination-changed',
  'payout-waits',
]
