import { paymentTypeInfo } from '#shared/payment-method.ts'
import { type FlagKind, flagKinds } from '#shared/review.ts'
import type { ReviewFlag } from '#shared/review-schema.ts'
import type { Submission } from '#shared/submission-schema.ts'

/** The server names at most this many orders of each kind. */
const MOST_NAMED = 20

type Owned = Pick<ReviewFlag, 'ownTry'> & Partial<Pick<ReviewFlag, 'isSameCustomer' | 'declinedAt'>>

/** Other tries of the customer to sell the same card are no warning, nor is a declined offer. */
export function isWarning({ ownTry, isSameCustomer, declinedAt }: Owned) {
  return ownTry === undefined && !(isSameCustomer && declinedAt !== undefined)
}

/** One sentence of each kind, the most serious first. */
export function orderWarnings(
  flags: readonly (Pick<ReviewFlag, 'kind' | 'email'> & Owned)[],
  { paymentMethod }: Pick<Submission, 'paymentMethod'>,
) {
  return flagKinds.flatMap((kind) => {
    const found = flags.filter((each) => each.kind === kind && isWarning(each))
    return found.length === 0 ? [] : [sentences[kind](found, paymentMethod)]
  })
}

type Sentence = (found: readonly Pick<ReviewFlag, 'email'>[], method: Submission['paymentMethod']) => string

const sentences: Readonly<Record<FlagKind, Sentence>> = {
  'same-card': (found) => `Same card number as ${counted(found.length, 'other order', 'other orders')}`,
  'same-photo': (found) => `Same photo as ${counted(found.length, 'other order', 'other orders')}`,
  'same-payout': (found, method) => `Same ${accountName(method)} as ${peopleOf(found)}`,
}

/** Each deleted account is a person of its own. */
function peopleOf(found: readonly Pick<ReviewFlag, 'email'>[]) {
  const people = new Set(found.map(({ email }, at) => email || at)).size
  return counted(people, 'other person', 'other people', found.length >= MOST_NAMED)
}

function counted(count: number, one: string, many: string, isCut = count >= MOST_NAMED) {
  return isCut ? `${count} or more ${many}` : `${count} ${count === 1 ? one : many}`
}

function accountName(method: Submission['paymentMethod']) {
  if (method === 'bank') return 'bank account'
  return method === 'N/A' ? 'payout account' : `${paymentTypeInfo[method].name} account`
}

export function warningCount(count: number) {
  return `${count} ${count === 1 ? 'warning' : 'warnings'}`
}
