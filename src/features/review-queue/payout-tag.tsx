import { Tag } from '#client/ui/badge.tsx'
import type { SubmissionPayout } from '#shared/order-payout-schema.ts'
import { payoutLabels } from '#shared/payout-label.ts'
import type { Submission } from '#shared/submission-schema.ts'

export function PayoutTag({ submission: { payout } }: { submission: Pick<Submission, 'payout'> }) {
  const label = payout && labelOf(payout)
  return label ? <Tag tone={label.tone}>{label.name}</Tag> : null
}

function labelOf({ state }: SubmissionPayout) {
  if (state === 'held' || state === 'ready') return { name: 'Approved', tone: 'ok' } as const
  return state === 'sending' || state === 'returned' ? payoutLabels[state] : undefined
}
