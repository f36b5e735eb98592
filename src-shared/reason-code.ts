import { unpaidReasonCode } from './return-reasons.ts'
import { type ListedReasonCode, reasonTexts } from './status-reasons.ts'
import { type ReviewStatus, reviewStatuses, type SubmissionStatus } from './submission.ts'
import { type SystemReasonCode, systemReasons } from './system-reasons.ts'

/** The code of the reason of a status. 'other': words of staff without a code. */
export type ReasonCode = ListedReasonCode | SystemReasonCode | 'other'

const codesOf = (status: ReviewStatus) => Object.keys(reasonTexts[status]) as ListedReasonCode[]

/** What a caller may give with a decision; the system gives the others. */
export const givenReasonCodes: readonly (ListedReasonCode | 'other')[] = [...reviewStatuses.flatMap(codesOf), 'other']
export const reasonCodes: readonly ReasonCode[] = [
  ...givenReasonCodes,
  ...(Object.keys(systemReasons) as SystemReasonCode[]),
]

const byText = new Map<string, ListedReasonCode>(
  reviewStatuses.flatMap((status) =>
    codesOf(status).map((code) => [`${status} ${listedReason(status, code)}`, code] as const),
  ),
)
const formerSystemCodes = ['withdrawn', 'checked-again', 'none'] as const

/** By the exact text: 'none' for a rejection without a reason, 'other' for own words; else null without a reason. */
export function codeOfReason(status: SubmissionStatus, reason: string | null): ReasonCode | null {
  if (status === 'registered') return null
  if (!reason) return status === 'rejected' ? 'none' : null
  const system = formerSystemCodes.find((code) => systemReasons[code] === reason)
  const unpaid = status === 'failed' ? unpaidReasonCode(reason) : undefined
  return byText.get(`${status} ${reason}`) ?? system ?? unpaid ?? 'other'
}

/** Returns the text of a code among those of a status; undefined when the status has no such reason. */
export function listedReason(status: ReviewStatus, code: ReasonCode) {
  const texts: Readonly<Record<string, string>> = reasonTexts[status]
  return Object.hasOwn(texts, code) ? texts[code] : undefined
}

export function isSystemReason(reason: string) {
  return Object.values<string>(systemReasons).includes(reason)
}

const seen: ReadonlySet<ReasonCode> = new Set([
  'zero-balance',
  'lower-balance',
  'code-mismatch',
  'not-activated',
  'linked',
])

export function needsEvidence(code: ReasonCode | null) {
  return code !== null && seen.has(code)
}

/** What a customer sends or changes so that a rejected card can be bought. */
type Remedy = 'photos' | 'receipt' | 'number' | 'code' | 'expiry' | 'brand' | 'offer'

const remedies: Readonly<Partial<Record<ReasonCode, readonly Remedy[]>>> = {
  'back-only': ['photos'],
  'front-only': ['photos'],
  'both-sides': ['photos'],
  blurry: ['photos'],
  'cut-off': ['photos'],
  screenshot: ['photos'],
  'not-a-card': ['photos'],
  'code-covered': ['photos', 'code'],
  'lower-balance': ['offer'],
  'number-mismatch': ['number'],
  'code-mismatch': ['code'],
  'code-missing': ['code'],
  'not-activated': ['receipt'],
  'receipt-needed': ['receipt'],
  'receipt-mismatch': ['receipt'],
  'visa-expiry': ['expiry'],
  'wrong-brand': ['brand'],
}

/** What the seller can do about a rejection with this reason; empty when they can do nothing. */
export function remediesOf(code: ReasonCode | null) {
  return (code && remedies[code]) ?? []
}
