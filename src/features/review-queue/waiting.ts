import { isOpen } from '#shared/submission.ts'
import type { Submission } from '#shared/submission-schema.ts'

/** The promise to customers is one hour: 'late' from 30 minutes, 'overdue' from 60. */
export type Waiting = 'none' | 'fresh' | 'late' | 'overdue'

/** How urgently a submission waits for staff at `now` (ms); 'none' once it is decided. */
export function waiting({ status, createdAt }: Pick<Submission, 'status' | 'createdAt'>, now: number): Waiting {
  if (!isOpen(status)) return 'none'
  const minutes = (now - Date.parse(createdAt)) / 60_000
  if (minutes >= 60) return 'overdue'
  return minutes >= 30 ? 'late' : 'fresh'
}
