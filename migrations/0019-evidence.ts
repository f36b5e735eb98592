import type { Kysely } from 'kysely'
import { execute } from './statements.ts'

/**
 * Codes of the reasons of decisions, checks of the balance of a card, and evidence for the customer: pictures of what
 * reviewers saw, and until when one is owed.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await execute(db, [
    ...tables,
    `update status_changes set reason_code = ${codeOf('to_status', 'reason')} where to_status <> 'registered'`,
    `update submissions set status_reason_code = ${codeOf('status', 'status_reason')} where status <> 'registered'`,
  ])
}

const tables = [
  `alter table status_changes add column reason_code text`,
  `alter table status_changes add column check_id text`,
  `alter table submissions add column status_reason_code text`,
  `alter table submissions add column evidence_due_at text`,
  `create index submissions_evidence_due on submissions (evidence_due_at) where evidence_due_at is not null`,
  `alter table files add column kind text not null default 'upload'`,
  `create index files_added on files (submission_id) where kind <> 'upload'`,
  `create table balance_checks (
    id text primary key,
    submission_id text not null references submissions (id) on delete cascade,
    checked_by text not null references users (id),
    checked_at text not null,
    how text not null,
    outcome text not null,
    balance_cents integer,
    note_encrypted text,
    file_id text references files (id) on delete set null,
    order_version integer not null)`,
  `create index balance_checks_submission on balance_checks (submission_id, checked_at)`,
  `create index balance_checks_file on balance_checks (file_id) where file_id is not null`,
]

/** The code of a reason by its exact text; 'other' for own words. */
function codeOf(status: string, reason: string): string {
  const known = reasons.map(
    ([of, text, code]) => `when ${status} = '${of}' and ${reason} = '${quoted(text)}' then '${code}'`,
  )
  return `case ${known.join(' ')}
    when ${reason} is null and ${status} = 'rejected' then 'none' when ${reason} is not null then 'other' end`
}

function quoted(text: string): string {
  return text.replaceAll("'", "''")
}

const reasons: readonly (readonly [status: string, text: string, code: string])[] = [
  [
    'pending',
    'We have your card and are checking it. Thank you for your patience, this can take up to an hour.',
    'waiting',
  ],
  [
    'pending',
    "We are busier than usual. Checking your card can take up to 3 hours. You don't need to do anything.",
    'busy',
  ],
  [
    'pending',
    "Your card is awaiting verification with the brand. We'll update you as soon as we hear back.",
    'with-brand',
  ],
  ['processing', "Your card is being checked right now. Please don't use it in the meantime.", 'being-checked'],
  ['processing', 'The balance of your card is confirmed. We are preparing your payout.', 'approved'],
  [
    'processing',
    'Your payout is on its way. Most methods take 5 minutes to 1 hour, a bank transfer up to 2 business days.',
    'paying',
  ],
  ['rejected', 'Your photo shows only the back of the card. We need a photo of the front as well.', 'back-only'],
  ['rejected', 'Your photo shows only the front of the card. We need a photo of the back as well.', 'front-only'],
  ['rejected', 'We need pictures of the front and the back of the card. Send us both.', 'both-sides'],
  ['rejected', 'The code is still covered. Scratch off the protective layer and take a new photo.', 'code-covered'],
  [
    'rejected',
    'The code was damaged when it was scratched off. Ask the store for a replacement, then sell us the new card.',
    'code-damaged',
  ],
  ['rejected', 'The photo is too blurry or dark to read. Take a new one in good light.', 'blurry'],
  ['rejected', 'Part of the card is cut off in the photo. Take a new one that shows all four corners.', 'cut-off'],
  [
    'rejected',
    'This card is used and has a zero balance. Check the balance with the brand and sell us a card that has money on it.',
    'zero-balance',
  ],
  [
    'rejected',
    'The balance is lower than the value you entered. Sell the card again as Partially Used with the balance left on it.',
    'lower-balance',
  ],
  ['rejected', 'The file you sent is not a gift card. We need clear photos of the card itself.', 'not-a-card'],
  [
    'rejected',
    'The card number does not match the photo. Compare the two and sell the card again with the right number.',
    'number-mismatch',
  ],
  [
    'rejected',
    'The security code or PIN does not match the card. Check the back of the card and sell it again.',
    'code-mismatch',
  ],
  [
    'rejected',
    "The security code or PIN is missing. It's on the back of the card. Sell the card again with it.",
    'code-missing',
  ],
  [
    'rejected',
    'The card has not been activated. Take it and the receipt to the store to activate it.',
    'not-activated',
  ],
  [
    'rejected',
    "The card is linked to an account already. Remove it from that account or spend it there, as we can't buy it.",
    'linked',
  ],
  [
    'rejected',
    'We need the store receipt for this card. Take a photo of it that shows the date and amount.',
    'receipt-needed',
  ],
  [
    'rejected',
    'The receipt does not belong to this card. We need the receipt that shows the same card number.',
    'receipt-mismatch',
  ],
  [
    'rejected',
    'We buy CVS cards only when they are physical and bought in-store. Sell us a physical CVS card with its receipt.',
    'cvs-only',
  ],
  [
    'rejected',
    'An eBay card cannot be partially used. Sell us one with its full balance, or spend the rest of this one on eBay.',
    'ebay-partial',
  ],
  [
    'rejected',
    'A Visa card needs its expiry date. Sell it again with the date printed on the front of the card.',
    'visa-expiry',
  ],
  [
    'rejected',
    'This card has expired. Ask the issuer on the number printed on the back for a replacement, then sell us that one.',
    'expired',
  ],
  [
    'rejected',
    'This card is from another country. We buy cards issued in the United States in US dollars, please sell us one of those.',
    'foreign',
  ],
  [
    'rejected',
    'The brand chosen is not the brand of the card. Start again and choose the brand printed on the card.',
    'wrong-brand',
  ],
  [
    'rejected',
    'This card was submitted before. Look for the earlier order in your transactions, or contact support about it.',
    'sent-before',
  ],
  ['rejected', 'A screenshot is not accepted for this brand. We need a photo of the physical card.', 'screenshot'],
  [
    'rejected',
    'The card was reported lost or stolen. Contact the issuer on the number printed on the card, then contact support.',
    'lost-or-stolen',
  ],
  [
    'failed',
    'The payout could not be sent because the payment details are wrong. Contact support with the correct ones.',
    'details-wrong',
  ],
  [
    'failed',
    'Your payment provider returned the payout. Ask them why, or contact support to choose another method.',
    'returned',
  ],
  [
    'failed',
    'The name on the payment account differs from yours. Contact support with an account in your own name.',
    'name-mismatch',
  ],
  [
    'failed',
    'Your bank did not accept the account or routing number. Check both and contact support with the right ones.',
    'bank-refused',
  ],
  [
    'failed',
    'Your payment account has reached its limit. Raise the limit or contact support to choose another method.',
    'account-limit',
  ],
  [
    'failed',
    'The brand could not be reached to check the balance. Your card is untouched, please sell it again tomorrow.',
    'brand-unreachable',
  ],
  [
    'failed',
    "Something went wrong on our side and the order could not be finished. Contact support and we'll fix it.",
    'our-fault',
  ],
  ['completed', 'Your payment has been processed and sent. Thank you for selling with us.', 'sent'],
  [
    'completed',
    'Your payment has been sent. Depending on the method it arrives within 5 minutes to 1 hour.',
    'sent-soon',
  ],
  ['completed', 'Your bank transfer has been sent. It can take up to 2 business days to arrive.', 'sent-bank'],
  ['rejected', 'Withdrawn by the customer.', 'withdrawn'],
  ['pending', 'We look at your card once more before we pay you. We email you when we have decided.', 'checked-again'],
  ['failed', 'The payout could not be paid because the payment details are wrong.', 'details-wrong'],
  ['failed', 'The name on the payment account differs from yours.', 'name-mismatch'],
  ['failed', 'Your bank did not accept the account or routing number.', 'bank-refused'],
  ['failed', 'Your payment account has reached its limit.', 'account-limit'],
  ['failed', 'Your payment provider refused the payout.', 'returned'],
  ['failed', 'The payout came back because the payment details are wrong.', 'details-wrong'],
  ['failed', 'Your payment provider returned the payout.', 'returned'],
]
