import { formatAge } from '#client/lib/format.ts'
import { useNow } from '#client/lib/use-now.ts'
import { LabelTag, type Tone } from '#client/ui/badge.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { WaitingAge } from '#client/ui/waiting-age.tsx'
import type { QueueRequestState } from '#shared/information-request.ts'
import type { SubmissionPayout } from '#shared/order-payout-schema.ts'
import { payoutLabels } from '#shared/payout-label.ts'
import { needsDecision } from '#shared/queue.ts'
import { statusLabels } from '#shared/status-label.ts'
import type { Submission } from '#shared/submission-schema.ts'
import { viewingText } from './review/use-review.ts'
import { useWorkspace } from './review/use-review-workspace.ts'

/** The status of an order, and what it does not say about its payout and about a request to its seller. */
export function OrderTags({ submission: { status, payout, requestState } }: { submission: Submission }) {
  const labels = [statusLabels[status], payout && payoutLabel(payout), requestState && requestLabels[requestState]]
  return labels.map((label) => label && <LabelTag key={label.name} label={label} />)
}

function payoutLabel({ state }: SubmissionPayout) {
  if (state === 'held' || state === 'ready') return { name: 'Approved', tone: 'ok' } as const
  return state === 'sending' || state === 'returned' ? payoutLabels[state] : undefined
}

const requestLabels: Readonly<Record<QueueRequestState, { name: string; tone: Tone }>> = {
  requested: { name: 'Waits for the seller', tone: 'off' },
  answered: { name: 'Answered', tone: 'info' },
  accepted: { name: 'Accepted, check again', tone: 'ok' },
}

type Aging = Pick<Submission, 'status' | 'createdAt' | 'dueAt' | 'payout'>

export function SubmissionAge({ submission }: { submission: Aging }) {
  const now = useNow()
  const urgency = waiting(submission, now)
  if (urgency === 'none') return null
  return <WaitingAge age={formatAge(submission.createdAt, now)} urgency={urgency} />
}

/** 'late' from half of the time until it is due, then 'overdue'; 'none' once decided. `now` in epoch milliseconds. */
export function waiting(submission: Aging, now: number) {
  if (!needsDecision(submission)) return 'none'
  const { createdAt, dueAt } = submission
  if (dueAt === undefined) return 'fresh'
  const [created, due] = [Date.parse(createdAt), Date.parse(dueAt)]
  if (now >= due) return 'overdue'
  return now >= (created + due) / 2 ? 'late' : 'fresh'
}

/** The colleagues who are viewing an order. */
export function Viewers({ id, className }: { id: string; className: string | undefined }) {
  const names = useWorkspace().presence.get(id)
  if (!names) return null
  return (
    <span className={`inline-row gap-1 strong info ${className}`}>
      <Icon name="eye" size={16} /> {viewingText(names)}
    </span>
  )
}
