import { useId } from 'react'
import { statusLabels } from '#shared/status-label.ts'
import { type ReviewStatus, reviewStatuses } from '#shared/submission.ts'
import { KeyCap } from '../keyboard-shortcuts/key-cap.tsx'
import styles from './decision.module.css'
import { statusKey } from './draft.ts'

type Props = { value: ReviewStatus; onValueChange: (status: ReviewStatus) => void }

/** The five statuses as tiles; the keys 1 to 5 choose one. */
export function StatusChoice({ value, onValueChange }: Props) {
  const name = useId()
  return (
    <fieldset className={styles.statuses}>
      <legend>New Status</legend>
      {reviewStatuses.map((status) => (
        <label key={status} className={styles.status} data-tone={statusLabels[status].tone}>
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            checked={status === value}
            aria-keyshortcuts={statusKey(status)}
            onChange={() => onValueChange(status)}
          />
          <KeyCap>{statusKey(status)}</KeyCap>
          {statusLabels[status].name}
        </label>
      ))}
    </fieldset>
  )
}
