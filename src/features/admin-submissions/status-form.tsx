import { type FormEvent, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { TextArea } from '#client/ui/text-field.tsx'
import { statusLabels } from '#shared/status-label.ts'
import { statusReasons } from '#shared/status-reasons.ts'
import { REASON_MAX_LENGTH, type ReviewStatus, reviewStatuses, type Submission } from '#shared/submission.ts'
import { effectiveReason, shortReason } from './decision.ts'
import styles from './status-form.module.css'
import { PaysOut, ReasonPreview, StatusOutcomeNotice } from './status-notes.tsx'
import type { StatusOutcome } from './use-set-status.ts'

type Props = {
  submission: Submission
  outcome: StatusOutcome
  isSaving: boolean
  onSave: (status: ReviewStatus, reason: string) => void
  onClose: () => void
}

/** Status, reason, and exactly what the customer will read. What is typed outlives failures and conflicts. */
export function StatusForm({ submission, outcome, isSaving, onSave, onClose }: Props) {
  const [status, setStatus] = useState<ReviewStatus>(submission.status === 'registered' ? 'pending' : submission.status)
  const [quick, setQuick] = useState('')
  const [custom, setCustom] = useState('')
  const reason = effectiveReason(quick, custom)

  const chooseStatus = (value: string) => {
    setStatus(reviewStatuses.find((each) => each === value) ?? status)
    setQuick('')
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isSaving) onSave(status, reason)
  }

  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <StatusOutcomeNotice outcome={outcome} submission={submission} />
      <SelectField label="New Status" value={status} onValueChange={chooseStatus}>
        {reviewStatuses.map((each) => (
          <option key={each} value={each}>
            {statusLabels[each].name}
          </option>
        ))}
      </SelectField>
      <SelectField label="Quick Reason Selection" value={quick} onValueChange={setQuick}>
        <option value="">Choose a reason...</option>
        {statusReasons[status].map((each) => (
          <option key={each} value={each} title={each}>
            {shortReason(each)}
          </option>
        ))}
      </SelectField>
      <TextArea
        label="Custom Reason (Optional)"
        rows={3}
        maxLength={REASON_MAX_LENGTH}
        value={custom}
        onValueChange={setCustom}
      />
      <ReasonPreview reason={reason} />
      {status === 'completed' && <PaysOut submission={submission} />}
      <div className={styles.actions}>
        <Button
          variant="secondary"
          onClick={onClose}
          disabledReason={isSaving ? 'The status is being saved' : undefined}
        >
          {outcome.kind === 'saved' ? 'Close' : 'Cancel'}
        </Button>
        <Button type="submit" busy={isSaving}>
          {isSaving ? 'Updating...' : 'Update Status'}
        </Button>
      </div>
    </form>
  )
}
