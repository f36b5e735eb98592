import { useId } from 'react'
import { KeyCap } from '#client/ui/key-cap.tsx'
import { statusLabels } from '#shared/status-label.ts'
import { type ReviewStatus, reviewStatuses } from '#shared/submission.ts'
import styles from './decision.module.css'
import { statusKey } from './draft.ts'

type StatusChoiceProps = {
  /** Undefined while the approval is chosen. */
  value: ReviewStatus | undefined
  approval: { isChosen: boolean; onChoose: () => void } | undefined
  hasKeys: boolean
  onValueChange: (status: ReviewStatus) => void
}

export function StatusChoice({ value, approval, hasKeys, onValueChange }: StatusChoiceProps) {
  const name = useId()
  return (
    <fieldset className={`cluster stretch gap-2 shrinks ${styles.statuses}`}>
      <legend>New Status</legend>
      {approval && (
        <label className={`hover-sunken ${styles.status}`} data-tone="ok">
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            checked={approval.isChosen}
            aria-keyshortcuts="a"
            onChange={approval.onChoose}
          />
          <KeyCap>A</KeyCap>
          Approve payout
        </label>
      )}
      {reviewStatuses.map((status) => (
        <label key={status} className={`hover-sunken ${styles.status}`} data-tone={statusLabels[status].tone}>
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            checked={status === value}
            aria-keyshortcuts={hasKeys ? statusKey(status) : undefined}
            onChange={() => onValueChange(status)}
          />
          {hasKeys && <KeyCap>{statusKey(status)}</KeyCap>}
          {statusLabels[status].name}
        </label>
      ))}
    </fieldset>
  )
}
