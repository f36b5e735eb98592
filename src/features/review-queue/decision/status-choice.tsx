import { useId } from 'react'
import type { Tone } from '#client/ui/badge.tsx'
import { KeyCap } from '#client/ui/key-cap.tsx'
import { statusLabels } from '#shared/status-label.ts'
import { type ReviewStatus, reviewStatuses } from '#shared/submission.ts'
import styles from './decision.module.css'
import { statusKey } from './draft.ts'

type StatusChoiceProps = {
  value: ReviewStatus | undefined
  approval: { isChosen: boolean; onChoose: () => void } | undefined
  hasKeys: boolean
  onValueChange: (status: ReviewStatus) => void
}

export function StatusChoice({ value, approval, hasKeys, onValueChange }: StatusChoiceProps) {
  const name = useId()
  const tile = (text: string, tone: Tone, key: string | undefined, isChosen: boolean, onChoose: () => void) => (
    <label key={text} className={`hover-sunken positioned strong ${styles.status}`} data-tone={tone}>
      <input
        type="radio"
        className="visually-hidden"
        name={name}
        checked={isChosen}
        aria-keyshortcuts={key}
        onChange={onChoose}
      />
      {key && <KeyCap>{key.toUpperCase()}</KeyCap>}
      {text}
    </label>
  )
  return (
    <fieldset className={`cluster stretch gap-2 shrinks ${styles.statuses}`}>
      <legend>New Status</legend>
      {approval && tile('Approve payout', 'ok', 'a', approval.isChosen, approval.onChoose)}
      {reviewStatuses.map((status) =>
        tile(
          statusLabels[status].name,
          statusLabels[status].tone,
          hasKeys ? statusKey(status) : undefined,
          status === value,
          () => onValueChange(status),
        ),
      )}
    </fieldset>
  )
}
