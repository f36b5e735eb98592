import type { Ref } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { Notice } from '#client/ui/notice.tsx'
import type { SubmitField, SubmitProblem } from '#shared/submission.ts'
import styles from './upload-step.module.css'

type SubmissionProblem = { field: SubmissionField; message: string }

type SubmitChecklistProps = {
  ref: Ref<HTMLElement>
  problems: readonly SubmitProblem[]
  /** Submit was pressed with missing input; the list then shows errors. */
  tried: boolean
  /** Optional input we recommend; shown once nothing required is missing. */
  advice: SubmissionProblem | undefined
  onGoTo: (field: SubmissionField) => void
}

/** Lists missing input; each line focuses its field. */
export function SubmitChecklist({ ref, problems, tried, advice, onGoTo }: SubmitChecklistProps) {
  const isReady = problems.length === 0
  return (
    <>
      <section
        ref={ref}
        tabIndex={-1}
        className={styles.checklist}
        data-wrong={tried && !isReady ? '' : undefined}
        aria-label="What is missing"
      >
        <h3>{isReady ? 'Ready to submit' : tried ? 'There is a problem' : 'Still needed'}</h3>
        {isReady ? (
          !advice && (
            <p className={styles.ready}>
              <Icon name="check" size={18} />
              Everything is filled in.
            </p>
          )
        ) : (
          <ul>
            {problems.map(({ field, message }) => (
              <li key={message}>
                <button type="button" onClick={() => onGoTo(field)}>
                  {message}
                </button>
              </li>
            ))}
          </ul>
        )}
      </section>
      {isReady && advice && (
        <Notice tone="warn" role="status">
          <p>{advice.message}.</p>
          <Button variant="secondary" size="small" className={styles.others} onClick={() => onGoTo(advice.field)}>
            Enter it
          </Button>
        </Notice>
      )}
    </>
  )
}

/** A field of step 3 that the checklist can focus: a required one, or the recommended expiry date. */
export type SubmissionField = SubmitField | 'expiringDate'

/** Focuses a field of step 3. The field or its wrapper has its name in `data-field`. */
export function focusField(form: HTMLElement | null, field: SubmissionField): void {
  // A failed upload is retried or removed in its row.
  const failed = form?.querySelector<HTMLElement>('[data-failed] :is([data-retry], [data-remove])')
  const names = field === 'paymentDetails' ? ['paymentDetails', 'accountNumber'] : [field]
  const place = form?.querySelector<HTMLElement>(names.map((name) => `[data-field="${name}"]`).join(', '))
  const control = place?.matches('input, button') ? place : place?.querySelector<HTMLElement>('input, button')
  const target = (field === 'files' && failed) || control
  target?.focus()
}
