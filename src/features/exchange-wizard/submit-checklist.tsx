import type { Ref } from 'react'
import { Icon } from '#client/ui/icon.tsx'
import type { SubmitField, SubmitProblem } from '#shared/submission.ts'
import styles from './upload-step.module.css'

type SubmitChecklistProps = {
  ref: Ref<HTMLElement>
  problems: readonly SubmitProblem[]
  /** Submit was pressed with something missing: then this is the list of what is wrong. */
  tried: boolean
  onGoTo: (field: SubmitField) => void
}

/** What still keeps the order from being sent; each line leads to its field. */
export function SubmitChecklist({ ref, problems, tried, onGoTo }: SubmitChecklistProps) {
  return (
    <section
      ref={ref}
      tabIndex={-1}
      className={styles.checklist}
      data-wrong={tried && problems.length > 0 ? '' : undefined}
      aria-label="What is missing"
    >
      <h3>{problems.length === 0 ? 'Ready to submit' : tried ? 'There is a problem' : 'Still needed'}</h3>
      {problems.length === 0 ? (
        <p className={styles.ready}>
          <Icon name="check" size={18} />
          Everything is filled in.
        </p>
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
  )
}
