import { formatDateTime } from '#client/lib/format.ts'
import { formatDollars } from '#shared/money.ts'
import type { Payout } from '#shared/payout-schema.ts'
import { statusLabels } from '#shared/status-label.ts'

type Hold = Payout['holds'][number]

/** Why a payout is held, as one sentence. */
export function holdText({ kind, words, endsAt }: Hold): string {
  if (kind === 'second-person') return 'Needs a second person.'
  if (kind === 'by-hand') return `Held by a colleague: ${words}`
  const end = endsAt === undefined ? '' : ` The hold ends ${formatDateTime(endsAt)}.`
  return `The customer's account was changed recently.${end}`
}

/** Who pays it, what is wrong with it and what holds it, each once. `staffId` is who reads it. */
export function payoutNotes(payout: Payout, staffId: string): string[] {
  const { state, holds, attention, amount, orderStatus, isOwed, words } = payout
  const notes = [
    ...(state === 'sending' ? [payingText(payout, staffId)] : []),
    ...(state === 'sending' && payout.unpaidSays ? [unpaidText(payout, staffId)] : []),
    ...holds.map(holdText),
    ...(state === 'held' && holds.length === 0 ? ['The approval can still be undone.'] : []),
    ...(attention === 'not-completed'
      ? [`Paid ${formatDollars(amount)}, and the order is ${statusLabels[orderStatus].name.toLowerCase()} now.`]
      : []),
    ...(isOwed ? [`${formatDollars(amount)} is still owed.`] : []),
    ...(words === undefined ? [] : [words]),
  ]
  return [...new Set(notes)]
}

function payingText({ claimedBy, claimedAt, attention }: Payout, staffId: string): string {
  const isOwn = claimedBy?.id === staffId
  const who = isOwn ? 'You' : (claimedBy?.name ?? 'A colleague')
  const since = claimedAt === undefined ? '' : formatDateTime(claimedAt)
  if (attention === 'stuck')
    return `${who} began to pay this ${since} and ${isOwn ? 'have' : 'has'} not said how it ended.`
  return `${who} ${isOwn ? 'are' : 'is'} paying this since ${since}.`
}

function unpaidText({ unpaidSays, claimedBy }: Payout, staffId: string): string {
  const who = unpaidSays?.id === staffId ? 'You said' : `${unpaidSays?.name} said`
  return `${who} that ${claimedBy?.name ?? 'the colleague'} has not paid it. Another colleague has to confirm that.`
}
