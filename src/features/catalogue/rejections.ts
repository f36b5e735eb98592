import { reasonTexts } from '#shared/status-reasons.ts'

/** A reason for rejection and its remedy. Joined by a space they are one entry of `statusReasons.rejected`. */
export type Rejection = { problem: string; remedy: string }
export type RejectionGroup = { title: string; rejections: readonly Rejection[] }

const photos = ['back-only', 'front-only', 'both-sides', 'blurry', 'cut-off', 'screenshot', 'not-a-card'] as const
const codes = ['code-covered', 'code-damaged', 'number-mismatch', 'code-mismatch', 'code-missing'] as const
const cards = [
  'zero-balance',
  'lower-balance',
  'not-activated',
  'linked',
  'expired',
  'foreign',
  'wrong-brand',
  'sent-before',
  'lost-or-stolen',
] as const
const receipts = ['receipt-needed', 'receipt-mismatch'] as const

export const rejectionGroups: readonly RejectionGroup[] = [
  { title: 'Photos', rejections: photos.map(rejection) },
  { title: 'Numbers and codes', rejections: codes.map(rejection) },
  { title: 'The card itself', rejections: cards.map(rejection) },
  { title: 'Receipts', rejections: receipts.map(rejection) },
]

export const brandRejections: Readonly<Record<string, Rejection>> = {
  cvs: rejection('cvs-only'),
  ebay: rejection('ebay-partial'),
  visa: rejection('visa-expiry'),
}

export function rejection(code: keyof typeof reasonTexts.rejected) {
  const reason = reasonTexts.rejected[code]
  const end = reason.indexOf('. ') + 1
  return { problem: reason.slice(0, end), remedy: reason.slice(end + 1) }
}
