import { formatAge } from '#client/lib/format.ts'
import { WaitingAge } from '#client/ui/waiting-age.tsx'
import { needsDecision } from '#shared/queue.ts'
import type { Submission } from '#shared/submission-schema.ts'

type Aging = Pick<Submission, 'status' | 'createdAt' | 'payout'>
type Props = { submission: Aging; now: number }

/** The age of a submission that needs a decision; a late one also gets an icon and text, not just a colour. */
export function SubmissionAge({ submission, now }: Props) {
  const urgency = waiting(submission, now)
  if (urgency === 'none') return null
  return <WaitingAge age={formatAge(submission.createdAt, now)} urgency={urgency} />
}

/** The promise to customers is one hour: 'late' from 30 minutes, 'overdue' from 60. */
type Waiting = 'none' | 'fresh' | 'late' | 'overdue'

/** The urgency of a submission at `now` (epoch ms); 'none' once it is decided. */
export function waiting(submission: Aging, now: number): Waiting {
  if (!needsDecision(submission)) return 'none'
  const minutes = (now - Date.parse(submission.createdAt)) / 60_000
  if (minutes >= 60) return 'overdue'
  return minutes >= 30 ? 'late' : 'fresh'
}
