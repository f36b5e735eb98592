import { statusReasons } from '#shared/status-reasons.ts'

/** A reason for rejection and its remedy. Joined by a space they are one entry of `statusReasons.rejected`. */
export type Rejection = { problem: string; remedy: string }
export type RejectionGroup = { title: string; rejections: readonly Rejection[] }

const photos = [
  'Your photo shows only the back',
  'Your photo shows only the front',
  'We need pictures of the front and the back',
  'The photo is too blurry',
  'Part of the card is cut off',
  'A screenshot is not accepted',
  'The file you sent is not a gift card',
]
const codes = [
  'The code is still covered',
  'The code was damaged',
  'The card number does not match',
  'The security code or PIN does not match',
  'The security code or PIN is missing',
]
const cards = [
  'This card is used and has a zero balance',
  'The balance is lower',
  'The card has not been activated',
  'The card is linked to an account',
  'This card has expired',
  'This card is from another country',
  'The brand chosen is not the brand',
  'This card was submitted before',
  'The card was reported lost',
]
const receipts = ['We need the store receipt', 'The receipt does not belong']

/** Reasons that apply to all brands, by topic, with the text that reviewers send. */
export const rejectionGroups: readonly RejectionGroup[] = [
  { title: 'Photos', rejections: photos.map(rejection) },
  { title: 'Numbers and codes', rejections: codes.map(rejection) },
  { title: 'The card itself', rejections: cards.map(rejection) },
  { title: 'Receipts', rejections: receipts.map(rejection) },
]

/** Reasons that apply to one brand, by its slug. */
export const brandRejections: Readonly<Record<string, Rejection>> = {
  cvs: rejection('We buy CVS cards only'),
  ebay: rejection('An eBay card cannot be partially used'),
  visa: rejection('A Visa card needs its expiry date'),
}

/** The reason that starts with `beginning`. @throws when there is none */
export function rejection(beginning: string): Rejection {
  const reason = statusReasons.rejected.find((each) => each.startsWith(beginning))
  if (!reason) throw new Error(`No reason for a rejection begins with '${beginning}'.`)
  const end = reason.indexOf('. ') + 1
  return { problem: reason.slice(0, end), remedy: reason.slice(end + 1) }
}
