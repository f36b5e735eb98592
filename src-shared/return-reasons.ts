import type { ReturnCode } from './payout.ts'
import { type ListedReasonCode, statusReasons } from './status-reasons.ts'
import { systemReasons } from './system-reasons.ts'

type UnpaidState = 'failed' | 'returned'

const account = {
  name: 'The name on the payment account differs from yours.',
  bank: 'Your bank did not accept the account or routing number.',
  limit: 'Your payment account has reached its limit.',
}
const refused = 'Your payment provider refused the payout.'
const returned = 'Your payment provider returned the payout.'

const reasons: Readonly<Record<UnpaidState, Readonly<Record<ReturnCode, string>>>> = {
  failed: {
    ...account,
    details: 'The payout could not be paid because the payment details are wrong.',
    provider: refused,
    blocked: refused,
  },
  returned: {
    ...account,
    details: 'The payout came back because the payment details are wrong.',
    provider: returned,
    blocked: returned,
  },
}

/** Has the cause only: page and e-mail offer another way to be paid. An objection of the provider is not named. */
export function unpaidReason(state: UnpaidState, code: ReturnCode) {
  return reasons[state][code]
}

const codes: Readonly<Record<ReturnCode, ListedReasonCode>> = {
  details: 'details-wrong',
  name: 'name-mismatch',
  bank: 'bank-refused',
  limit: 'account-limit',
  provider: 'returned',
  blocked: 'returned',
}

export function unpaidReasonCode(text: string) {
  const found = Object.values(reasons).flatMap((texts) => Object.entries(texts).filter(([, each]) => each === text))
  const [first] = found
  return first && codes[first[0] as ReturnCode]
}

/** The texts of the program. Other reasons are typed by staff and may contain a name or a code. */
export const predefinedReasons: ReadonlySet<string> = new Set(
  [
    ...Object.values(systemReasons),
    ...Object.values(statusReasons),
    ...Object.values(reasons).map(Object.values<string>),
  ].flat(),
)
