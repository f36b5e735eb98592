import { type FormEvent, useEffect, useRef, useState } from 'react'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { TextArea } from '#client/ui/text-field.tsx'
import { type ReviewPresence, reviewWords } from '#shared/review.ts'
import { statusReasons } from '#shared/status-reasons.ts'
import { REASON_MAX_LENGTH, type StatusChange, type Submission } from '#shared/submission.ts'
import { KeyCap } from '../keys/key-cap.tsx'
import { ConfirmPayout } from './confirm-payout.tsx'
import { CustomerPreview } from './customer-preview.tsx'
import styles from './decision.module.css'
import { HeldNotice, NewerNotice } from './decision-notices.tsx'
import { type Draft, decides, reasonOf, untouched, withStatus } from './draft.ts'
import { ReasonPicker } from './reason-picker.tsx'
import { StatusChoice } from './status-choice.tsx'
import type { Problem } from './use-decisions.ts'

type Props = {
  submission: Submission
  history: readonly StatusChange[]
  draft: Draft | undefined
  onDraft: (draft: Draft) => void
  problem: Problem | undefined
  presence: ReviewPresence | undefined
  /** Saves the draft, and goes on to the next order if asked to. */
  onSave: (draft: Draft, andNext: boolean) => void
}

/** The decision on the order that is open: status, reason, what the customer reads of it, and the two ways to save. */
export function DecisionPanel({ submission, history, draft, onDraft, problem, presence, onSave }: Props) {
  const current = draft ?? untouched(submission)
  const [asks, setAsks] = useState<'save' | 'next'>()
  const saved = trpc.admin.savedReasons.useQuery({ cardBrand: submission.cardBrand, status: current.status })
  // Read ahead, so that no number moves under the hand of somebody who rejects.
  trpc.admin.savedReasons.useQuery({ cardBrand: submission.cardBrand, status: 'rejected' })
  const reasons = saved.data?.map(({ text }) => text) ?? statusReasons[current.status]
  const { takeOver, isTaking, takeOverFailed } = useTakeOver(submission.id)
  const holder = presence && !presence.isYours ? presence.holder : null
  const blocked = holder
    ? reviewWords.deciding(holder.name)
    : decides(current, submission)
      ? undefined
      : 'Choose another status or a reason first'

  const form = useRef<HTMLFormElement>(null)
  const focusStatus = () => form.current?.querySelector<HTMLElement>('input:checked')?.focus({ preventScroll: true })
  const wasHeld = useRef(false)
  // The notice with the button that took over is gone; the work goes on in the form.
  useEffect(() => {
    if (wasHeld.current && !holder && document.activeElement === document.body) focusStatus()
    wasHeld.current = holder !== null
  })

  function save(andNext: boolean) {
    if (blocked) return
    if (current.status === 'completed' && asks === undefined) return setAsks(andNext ? 'next' : 'save')
    setAsks(undefined)
    onSave(current, andNext)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save(false)
  }

  return (
    <form ref={form} className={styles.panel} aria-label="Decision" noValidate onSubmit={submit}>
      <h4 className={styles.heading}>Decision</h4>
      {holder && <HeldNotice holder={holder} isTaking={isTaking} onTakeOver={takeOver} />}
      {takeOverFailed && (
        <Notice tone="bad" role="alert">
          {takeOverFailed}
        </Notice>
      )}
      <Outcome
        {...{ submission, history, problem, current }}
        onSeen={() => {
          onDraft({ ...current, base: submission.version })
          focusStatus()
        }}
      />
      <StatusChoice value={current.status} onValueChange={(status) => onDraft(withStatus(current, status))} />
      <ReasonPicker
        key={current.status}
        reasons={reasons}
        value={current.quick}
        onValueChange={(quick) => onDraft({ ...current, quick })}
        shortcut="r"
      />
      <TextArea
        label="Custom Reason (Optional)"
        rows={3}
        maxLength={REASON_MAX_LENGTH}
        value={current.custom}
        onValueChange={(custom) => onDraft({ ...current, custom })}
      />
      <CustomerPreview submission={submission} status={current.status} reason={reasonOf(current)} />
      <div className={styles.actions}>
        <Button type="submit" variant="secondary" aria-keyshortcuts="s" disabledReason={blocked}>
          Save <KeyCap>S</KeyCap>
        </Button>
        <Button aria-keyshortcuts="n" disabledReason={blocked} onClick={() => save(true)}>
          Save and next <KeyCap>N</KeyCap>
        </Button>
      </div>
      {blocked && <p className={styles.blocked}>{blocked}</p>}
      {asks && (
        <ConfirmPayout
          submission={submission}
          onConfirm={() => save(asks === 'next')}
          onClose={() => setAsks(undefined)}
        />
      )}
    </form>
  )
}

type OutcomeProps = Pick<Props, 'submission' | 'history' | 'problem'> & { current: Draft; onSeen: () => void }

/** What stands in the way of the draft: a newer decision, or a save that failed. */
function Outcome({ submission, history, problem, current, onSeen }: OutcomeProps) {
  const change = history.findLast(({ to, reason }) => to === submission.status && reason === submission.statusReason)
  if (problem?.kind === 'conflict') return <NewerNotice now={submission} change={change} />
  if (current.base < submission.version) return <NewerNotice now={submission} change={change} onSeen={onSeen} />
  if (!problem) return null
  return (
    <Notice tone="bad" role="alert">
      {problem.message}
    </Notice>
  )
}

function useTakeOver(submissionId: string) {
  const { mutate, isPending, error } = trpc.admin.takeOver.useMutation()
  return {
    takeOver: () => mutate({ submissionId }),
    isTaking: isPending,
    takeOverFailed: error ? 'You could not take over. Please try again.' : undefined,
  }
}
