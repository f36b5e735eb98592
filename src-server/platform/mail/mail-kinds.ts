import type { AppealOutcome } from '#shared/appeal.ts'
import type { WantedItem } from '#shared/information-request.ts'
import type { ProblemKind } from '#shared/problem.ts'
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

type MailOffer = { giftCardName: string; cardValueCents: number; rateBps: number; payoutCents: number }

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
      isPaid?: true
      /** What the customer can do after a rejection, as a sentence. */
      nextStep?: string
      /** Whether the page of the order shows what the decision is based on, or when it follows. */
      evidence?: 'shown' | 'owed'
    }
  | { kind: 'order-late'; order: MailSubmission }
  | { kind: 'evidence-added'; order: MailSubmission }
  /** `token` is valid for `minutes`; after that the mail is not sent. */
  | { kind: 'password-reset'; token: string; minutes: number }
  | { kind: 'email-changed' }
  /** `account` is masked. `isPayout`: a payout goes there; otherwise it was saved for later orders. */
  | { kind: 'destination-changed'; account: string; isPayout: boolean }
  /** The account was changed, so that a payout of `amountCents` waits until then (ISO 8601). */
  | { kind: 'payout-waits'; amountCents: number; until: string }
  /** The card of a paid order was bad, and the customer has to repay `owedCents` of it. */
  | {
      kind: 'clawed-back'
      order: MailSubmission
      owedCents: number
      problem: ProblemKind
      reason: string
      evidence?: 'shown' | 'owed'
    }
  /** The payout of a clawed back card came back: `cents` of it were set against what the customer owed. */
  | { kind: 'clawback-settled'; order: MailSubmission; cents: number; refundCents: number }
  /** Staff need something of the seller until then (ISO 8601). `words` is what they wrote. */
  | { kind: 'request-made'; order: MailSubmission; wants: WantedItem[]; words: string | null; until: string }
  /** A request, or an offer of `payoutCents`, ends then without an answer. */
  | { kind: 'request-reminder'; order: MailSubmission; payoutCents: number | null; until: string }
  | { kind: 'request-closed'; order: MailSubmission; outcome: 'expired' | 'withdrawn' }
  /** The order has another value or brand than the seller typed; `order` has what they typed. */
  | { kind: 'offer-made'; order: MailSubmission; offer: MailOffer; words: string | null; until: string }
  | { kind: 'offer-closed'; order: MailSubmission; outcome: 'declined' | 'expired' | 'withdrawn' }
  /** The seller has appealed a decision; they are promised an answer by `dueAt` (ISO 8601). */
  | { kind: 'appeal-received'; order: MailSubmission; dueAt: string }
  /** `answer` is what staff wrote. `isClawback`: the appeal was about what the seller had to repay. */
  | { kind: 'appeal-decided'; order: MailSubmission; outcome: AppealOutcome; answer: string; isClawback: boolean }
  /** Support replied while the customer was away. The mail does not contain the reply. */
  | { kind: 'chat-reply' }
  /** `name` of the staff has made looser controls, which apply then (ISO 8601) unless they are taken back. */
  | { kind: 'controls-wait'; until: string }
  /** A later change has ended looser controls that waited. */
  | { kind: 'controls-overtaken' }
  | { kind: 'test' }
)
export type MailKind = Mail['kind']

/** Mails about access to the account keep their address even when the account's address changes. */
export const securityMails: readonly MailKind[] = [
  'password-reset',
  'email-changed',
  'destination-changed',
  'payout-waits',
]
