import { formatDateTime } from '#client/lib/format.ts'
import { formatDollars } from '#shared/money.ts'
import type { HoldKind } from '#shared/payout.ts'
import type { Payout } from '#shared/payout-schema.ts'
import { type ProblemState, problemStateNames } from '#shared/problem.ts'
import { statusLabels } from '#shared/status-label.ts'

export function holdText({ kind, note, endsAt }: Payout['holds'][number]) {
  const end = endsAt === undefined ? '' : ` The hold ends ${formatDateTime(endsAt)}.`
  const texts: Readonly<Record<HoldKind, string>> = {
    'second-person': 'Needs a second person.',
    'by-hand': `Held by a colleague: ${note}`,
    'account-disabled': "The customer's account was disabled.",
    'account-changed': `The customer's account was changed recently.${end}`,
    'set-off': 'The customer is asked whether it may be used for what they owe.',
    review: note,
    restored: note,
    'under-review': note,
  }
  return texts[kind]
}

export function payoutNotes(payout: Payout, staffId: string) {
  const { state, holds, attention, orderStatus, problem, failureMessage, isRefund } = payout
  const amount = formatDollars(payout.amount)
  const isUnknown = attention === 'unknown'
  const notes = [
    isRefund && 'Refund of what the seller had repaid of a claw back.',
    isUnknown && `PayPal has not said what became of it. Look for ${payout.id} at PayPal.`,
    state === 'sending' && !isUnknown && payingText(payout, staffId),
    state === 'sending' && payout.unpaidReportedBy && unpaidText(payout, staffId),
    state === 'sent' && !isUnknown && 'PayPal has it and has not paid it out yet.',
    ...holds.map(holdText),
    state === 'held' && holds.length === 0 && 'The approval can still be undone.',
    attention === 'not-completed' &&
      `${state === 'paid' ? 'Paid' : 'Sent'} ${amount}, and the order is ${statusLabels[orderStatus].name.toLowerCase()} now.`,
    problem && problem !== 'dismissed' && problemText(problem),
    attention === 'review' && 'Decide whether this customer may be paid.',
    payout.isOwed && `${amount} is still owed.`,
    failureMessage && reasonText(failureMessage),
  ]
  return [...new Set(notes.filter((note) => typeof note === 'string'))]
}

function problemText(problem: ProblemState) {
  if (problem === 'open') return 'A problem with its card is reported, and has to be decided.'
  return `Its card was bad: ${problemStateNames[problem].toLowerCase()}.`
}

function reasonText(message: string) {
  return /^[A-Z0-9_]+$/.test(message) ? `PayPal says ${message}.` : message
}

function payingText({ provider, claimedBy, begunAt, attention }: Payout, staffId: string) {
  const since = begunAt === undefined ? '' : formatDateTime(begunAt)
  if (provider === 'paypal') return `PayPal is asked to pay this since ${since}.`
  const isOwn = claimedBy?.id === staffId
  const who = isOwn ? 'You' : (claimedBy?.name ?? 'A colleague')
  if (attention === 'stuck') return `${who} began to pay this on ${since}, and the result is missing.`
  return `${who} ${isOwn ? 'are' : 'is'} paying this since ${since}.`
}

function unpaidText({ provider, unpaidReportedBy, claimedBy }: Payout, staffId: string) {
  const who = unpaidReportedBy?.id === staffId ? 'You said' : `${unpaidReportedBy?.name} said`
  const what =
    provider === 'paypal' ? 'PayPal does not know it' : `${claimedBy?.name ?? 'the colleague'} has not paid it`
  return `${who} that ${what}. Another colleague has to confirm that.`
}
