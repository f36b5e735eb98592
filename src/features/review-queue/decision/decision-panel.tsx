import { type FormEvent, useEffect, useRef } from 'react'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { TextArea } from '#client/ui/text-field.tsx'
import { statusReasons } from '#shared/status-reasons.ts'
import { REASON_MAX_LENGTH } from '#shared/submission.ts'
import type { StatusChange, Submission } from '#shared/submission-schema.ts'
import { KeyCap } from '../keyboard-shortcuts/key-cap.tsx'
import { ConfirmPayout } from './confirm-payout.tsx'
import { CustomerPreview } from './customer-preview.tsx'
import styles from './decision.module.css'
import { DecisionObstacles } from './decision-obstacles.tsx'
import { type Draft, decides, reasonOf, withStatus } from './draft.ts'
import { ReasonPicker } from './reason-picker.tsx'
import { StatusChoice } from './status-choice.tsx'
import { useDecision } from './use-decision.ts'
import type { Decisions } from './use-decisions.ts'

type Props = {
  submission: Submission
  history: readonly StatusChange[]
  decisions: Decisions
  /** Saves the draft, and goes on to the next order if asked to. */
  onSave: (draft: Draft, andNext: boolean) => void
}

/** The decision on the order that is open: status, reason, what the customer reads of it, and the two ways to save. */
export function DecisionPanel({ submission, history, decisions, onSave }: Props) {
  const { draft, change, problem, holder, request, confirmation, ...decision } = useDecision(decisions, submission)
  const saved = trpc.admin.review.savedReasons.useQuery({ cardBrand: submission.cardBrand, status: draft.status })
  // Read ahead, so that no number moves under the hand of somebody who rejects.
  trpc.admin.review.savedReasons.useQuery({ cardBrand: submission.cardBrand, status: 'rejected' })
  const reasons = saved.data?.map(({ text }) => text) ?? statusReasons[draft.status]
  const blocked =
    decision.blocked ?? (decides(draft, submission) ? undefined : 'Choose another status or a reason first')

  const form = useRef<HTMLFormElement>(null)
  const preview = useRef<HTMLElement>(null)
  const focusStatus = () => form.current?.querySelector<HTMLElement>('input:checked')?.focus({ preventScroll: true })
  const wasHeld = useRef(false)
  // The notice with the button that took over is gone; the work goes on in the form.
  useEffect(() => {
    if (wasHeld.current && !holder && document.activeElement === document.body) focusStatus()
    wasHeld.current = holder !== null
  })

  const save = (andNext: boolean) => {
    if (!blocked) request(() => onSave(draft, andNext))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save(false)
  }

  return (
    <form ref={form} className={styles.panel} aria-label="Decision" noValidate onSubmit={submit}>
      <h4 className={styles.heading}>Decision</h4>
      <DecisionObstacles
        {...{ submission, history, draft, problem, holder }}
        onSeen={() => {
          change({ ...draft, base: submission.version })
          focusStatus()
        }}
      />
      <StatusChoice value={draft.status} onValueChange={(status) => change(withStatus(draft, status))} />
      <ReasonPicker
        key={draft.status}
        reasons={reasons}
        value={draft.quick}
        onValueChange={(quick) => change({ ...draft, quick })}
        // No button: Enter that is held a moment too long would press it.
        onTaken={() => preview.current?.focus()}
        shortcut="r"
      />
      <TextArea
        label="Custom Reason (Optional)"
        rows={3}
        maxLength={REASON_MAX_LENGTH}
        value={draft.custom}
        onValueChange={(custom) => change({ ...draft, custom })}
      />
      <CustomerPreview ref={preview} submission={submission} status={draft.status} reason={reasonOf(draft)} />
      <div className={styles.actions}>
        <Button type="submit" variant="secondary" aria-keyshortcuts="s" disabledReason={blocked}>
          Save <KeyCap>S</KeyCap>
        </Button>
        <Button aria-keyshortcuts="n" disabledReason={blocked} onClick={() => save(true)}>
          Save and next <KeyCap>N</KeyCap>
        </Button>
      </div>
      {blocked && <p className={styles.blocked}>{blocked}</p>}
      {confirmation && <ConfirmPayout submission={submission} {...confirmation} />}
    </form>
  )
}
