import type { Ref } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { Notice } from '#client/ui/notice.tsx'
import type { SubmitProblem } from '#shared/submission.ts'
import type { OrderField } from './focus-field.ts'
import styles from './upload-step.module.css'

type OrderProblem = { field: OrderField; message: string }

type SubmitChecklistProps = {
  ref: Ref<HTMLElement>
  problems: readonly SubmitProblem[]
  /** Submit was pressed with something missing: then this is the list of what is wrong. */
  tried: boolean
  /** What would help and is not demanded; said once nothing else is missing. */
  advice: OrderProblem | undefined
  onGoTo: (field: OrderField) => void
}

/** What still keeps the order from being sent; each line leads to its field. */
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
