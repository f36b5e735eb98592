import { type Ref, useId } from 'react'
import { Icon } from '#client/ui/icon.tsx'
import type { SubmitField, SubmitProblem } from '#shared/submission.ts'
import type { SubmissionWarning, WarningField } from '#shared/submission-warnings.ts'
import { isWaiting } from './submission-input.ts'
import styles from './upload-step.module.css'

/** A field of step 3 that the checklist can focus, or the condition, which is chosen in step 1. */
export type SubmissionField = SubmitField | WarningField

type SubmitChecklistProps = {
  ref: Ref<HTMLElement>
  problems: readonly SubmitProblem[]
  warnings: readonly SubmissionWarning[]
  tried: boolean
  onGoTo: (field: SubmissionField) => void
}

export function SubmitChecklist({ ref, problems, warnings, tried, onGoTo }: SubmitChecklistProps) {
  const warningsTitle = useId()
  const isReady = problems.length === 0
  const isMissing = !problems.every(isWaiting)
  const isWrong = tried && isMissing
  const title = checklistTitle(problems, warnings.length, isWrong)
  return (
    <>
      <section
        ref={ref}
        tabIndex={-1}
        className={`stack gap-2 ${styles.checklist}`}
        data-tone={isWrong ? 'bad' : undefined}
        aria-label={isMissing ? 'What is missing' : title}
      >
        <h3>{title}</h3>
        {isReady && warnings.length === 0 && (
          <p className="row gap-2 ok">
            <Icon name="check" size={18} />
            Everything is filled in.
          </p>
        )}
        {isReady && warnings.length > 0 && <p>Everything is filled in. Check this before you send it:</p>}
        {!isReady && <FieldLinks lines={problems} onGoTo={onGoTo} />}
      </section>
      {warnings.length > 0 && (
        <section className={`stack gap-2 ${styles.checklist}`} data-tone="warn" aria-labelledby={warningsTitle}>
          <h3 id={warningsTitle}>Worth checking ({warnings.length})</h3>
          <FieldLinks lines={warnings} onGoTo={onGoTo} />
        </section>
      )}
    </>
  )
}

function checklistTitle(problems: readonly SubmitProblem[], warnings: number, isWrong: boolean) {
  if (problems.length === 0 && warnings > 0)
    return warnings === 1 ? 'Ready, but check 1 thing' : `Ready, but check ${warnings} things`
  if (problems.length === 0) return 'Ready to submit'
  if (problems.every(isWaiting)) return 'Almost ready'
  return isWrong ? 'There is a problem' : 'Still needed'
}

type FieldLinksProps = {
  lines: readonly { field: SubmissionField; message: string }[]
  onGoTo: (field: SubmissionField) => void
}

function FieldLinks({ lines, onGoTo }: FieldLinksProps) {
  return (
    <ul className="plain stack gap-1">
      {lines.map(({ field, message }) => (
        <li key={message}>
          <button type="button" className="brand underlined" onClick={() => onGoTo(field)}>
            {message}
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Focuses a field of step 3. The field or its wrapper has its name in `data-field`. */
export function focusField(form: HTMLElement | null, field: SubmissionField, options?: FocusOptions) {
  // A failed upload is retried or removed in its row.
  const failed = form?.querySelector<HTMLElement>('[data-failed] :is([data-retry], [data-remove])')
  const names = field === 'paymentDetails' ? ['paymentDetails', 'accountNumber'] : [field]
  const place = form?.querySelector<HTMLElement>(names.map((name) => `[data-field="${name}"]`).join(', '))
  const control = place?.matches('input, button') ? place : place?.querySelector<HTMLElement>('input, button')
  const target = (field === 'files' && failed) || control
  target?.focus(options)
}
