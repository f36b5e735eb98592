import { formatAge } from '#client/lib/format.ts'
import { WaitingAge } from '#client/ui/waiting-age.tsx'
import { needsDecision } from '#shared/queue.ts'
import type { Submission } from '#shared/submission-schema.ts'

type Aging = Pick<Submission, 'status' | 'createdAt' | 'dueAt' | 'payout'>
type Props = { submission: Aging; now: number }

export function SubmissionAge({ submission, now }: Props) {
  const urgency = waiting(submission, now)
  if (urgency === 'none') return null
  return <WaitingAge age={formatAge(submission.createdAt, now)} urgency={urgency} />
}

/** 'late' from half of the time until it is due, 'overdue' from then on. */
type Waiting = 'none' | 'fresh' | 'late' | 'overdue'

/** `now` in epoch milliseconds; 'none' once the submission is decided. */
export function waiting(submission: Aging, now: number): Waiting {
  if (!needsDecision(submission)) return 'none'
  const { createdAt, dueAt } = submission
  if (dueAt === undefined) return 'fresh'
  const [created, due] = [Date.parse(createdAt), Date.parse(dueAt)]
  if (now >= due) return 'overdue'
  return now >= (created + due) / 2 ? 'late' : 'fresh'
}
