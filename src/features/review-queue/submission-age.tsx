import { formatAge } from '#client/lib/format.ts'
import { Icon } from '#client/ui/icon.tsx'
import type { Submission } from '#shared/submission-schema.ts'
import styles from './submission-age.module.css'
import { waiting } from './waiting.ts'

type Props = { submission: Pick<Submission, 'status' | 'createdAt'>; now: number }

/** How long it waits; a clock and a word join the colour when it has waited too long. */
export function SubmissionAge({ submission, now }: Props) {
  const urgency = waiting(submission, now)
  if (urgency === 'none') return null
  const age = formatAge(submission.createdAt, now)
  if (urgency === 'fresh') return <span className="muted">{age}</span>
  return (
    <span className={styles[urgency]}>
      <Icon name="clock" size={16} /> {urgency === 'late' ? `waiting ${age}` : `overdue, ${age}`}
    </span>
  )
}
