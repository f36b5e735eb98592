import type { FormEvent, ReactNode } from 'react'
import { Button } from '#client/ui/button.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { TextArea } from '#client/ui/text-field.tsx'
import { formatDollars } from '#shared/money.ts'
import { policyMessages } from '#shared/policy.ts'
import { statusLabels } from '#shared/status-label.ts'
import { statusReasons } from '#shared/status-reasons.ts'
import { REASON_MAX_LENGTH, reviewStatuses } from '#shared/submission.ts'
import type { Submission } from '#shared/submission-schema.ts'
import { customReasonLabel, type Draft, noReason, reasonOf, shortReason, withStatus } from './decision/draft.ts'
import styles from './status-form.module.css'

type StatusFormProps = {
  submission: Submission
  draft: Draft
  onDraft: (draft: Draft) => void
  isSaving: boolean
  isSaved: boolean
  /** Why saving is blocked. */
  blocked: string | undefined
  /** Whether the rules require a reason. */
  needsReason: boolean
  onSave: () => void
  onClose: () => void
  /** Notices above the fields. */
  children: ReactNode
}

/** The form for status and reason, with the text the customer will read. */
export function StatusForm(props: StatusFormProps) {
  const { submission, draft, onDraft, isSaving, isSaved, blocked, needsReason, onSave, onClose, children } = props
  const chooseStatus = (value: string) => {
    const status = reviewStatuses.find((each) => each === value)
    if (status) onDraft(withStatus(draft, status))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isSaving && !blocked) onSave()
  }

  return (
    <form className="stack gap-4" noValidate onSubmit={submit}>
      {children}
      <SelectField label="New Status" value={draft.status} onValueChange={chooseStatus}>
        {reviewStatuses.map((each) => (
          <option key={each} value={each}>
            {statusLabels[each].name}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Quick Reason Selection"
        value={draft.quick}
        onValueChange={(quick) => onDraft({ ...draft, quick })}
      >
        <option value="">Choose a reason...</option>
        {statusReasons[draft.status].map((each) => (
          <option key={each} value={each} title={each}>
            {shortReason(each)}
          </option>
        ))}
      </SelectField>
      <TextArea
        label={customReasonLabel(needsReason)}
        rows={3}
        maxLength={REASON_MAX_LENGTH}
        value={draft.custom}
        onValueChange={(custom) => onDraft({ ...draft, custom })}
      />
      <ReasonPreview reason={reasonOf(draft)} none={needsReason ? policyMessages.reasonRequired : noReason} />
      {draft.status === 'completed' && <PaysOut submission={submission} />}
      <div className="cluster end gap-3 pad-top-2">
        <Button
          variant="secondary"
          onClick={onClose}
          disabledReason={isSaving ? 'The status is being saved' : undefined}
        >
          {isSaved ? 'Close' : 'Cancel'}
        </Button>
        <Button type="submit" busy={isSaving} disabledReason={blocked}>
          {isSaving ? 'Updating...' : 'Update Status'}
        </Button>
      </div>
    </form>
  )
}

/** The reason the customer will read, or `none`. */
export function ReasonPreview({ reason, none = noReason }: { reason: string; none?: string }) {
  return (
    <p className={`muted breaks ${styles.preview}`}>
      {reason ? (
        <>
          The customer will read: <strong>{reason}</strong>
        </>
      ) : (
        none
      )}
    </p>
  )
}

/** Repeats amount and payee, because 'completed' means that the money was sent. */
export function PaysOut({ submission: { payoutAmount, paymentLabel } }: { submission: Submission }) {
  return (
    <p className={`muted ${styles.pays}`}>
      Have you sent <strong>{formatDollars(payoutAmount)}</strong> to {paymentLabel.replace(': ', ' ')}? This can't be
      undone.
    </p>
  )
}
