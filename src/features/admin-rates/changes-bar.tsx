import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import { counted } from '#client/lib/format.ts'
import { Button } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/form-dialog.tsx'
import styles from './changes-bar.module.css'
import type { RateEdits } from './rate-edits.ts'
import { ReviewDialog } from './review-dialog.tsx'
import type { Rates } from './use-rates.ts'

type ChangesBarProps = { rates: Rates; state: RateEdits; isReviewing: boolean; onReviewing: (is: boolean) => void }

export function ChangesBar({ rates, state, isReviewing, onReviewing }: ChangesBarProps) {
  const [isDiscarding, setIsDiscarding] = useState(false)
  const many = state.edits.size
  const count = counted(many, 'change')
  return (
    <>
      <p className="visually-hidden" role="status">
        {many > 0 ? `${count}, not published` : ''}
      </p>
      {many > 0 && (
        <section
          className={`cluster gap-3 row-gap-2 margin-top-4 line-top ${styles.bar}`}
          aria-label="Changes that are not published"
        >
          <strong className="tabular">{count}</strong>
          <Button size="small" onClick={() => onReviewing(true)}>
            Review changes
          </Button>
          <Button variant="quiet" size="small" onClick={() => setIsDiscarding(true)}>
            Discard
          </Button>
        </section>
      )}
      {isReviewing && <ReviewDialog rates={rates} state={state} onClose={() => onReviewing(false)} />}
      {isDiscarding && (
        <ConfirmDialog
          title={`Discard ${count}?`}
          description="The rates stay as they are published."
          action="Discard"
          isDanger
          cancel="Keep"
          onConfirm={() => {
            setIsDiscarding(false)
            rates.dispatch({ type: 'discard' })
          }}
          onClose={() => setIsDiscarding(false)}
        />
      )}
      <LeaveQuestion count={many} />
    </>
  )
}

function LeaveQuestion({ count }: { count: number }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname,
    enableBeforeUnload: true,
    disabled: count === 0,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return (
    <ConfirmDialog
      title="Leave without publishing?"
      description={`${counted(count, 'change')} ${count === 1 ? 'is' : 'are'} not published. This tab keeps them until you close it.`}
      action="Leave"
      isDanger
      cancel="Stay"
      onConfirm={blocker.proceed}
      onClose={blocker.reset}
    />
  )
}
