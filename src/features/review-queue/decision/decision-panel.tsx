import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { SETTLE_MS } from '#client/features/review-queue/review/use-review-shortcuts.ts'
import { useWorkspace } from '#client/features/review-queue/review/use-review-workspace.ts'
import { trpc } from '#client/lib/trpc.ts'
import { LabelTag } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Form, SubmitButton, useForm } from '#client/ui/form.tsx'
import { KeyCap } from '#client/ui/key-cap.tsx'
import { checkMessages } from '#shared/balance-check.ts'
import { formatDollars } from '#shared/money.ts'
import { canTakePhotos, nextStep, paidBeforeStep, stepInMail } from '#shared/next-step.ts'
import { codeOfReason, needsEvidence } from '#shared/reason-code.ts'
import type { Review } from '#shared/review-schema.ts'
import { statusMailText } from '#shared/status-email-messages.ts'
import { statusLabels } from '#shared/status-label.ts'
import { statusReasons } from '#shared/status-reasons.ts'
import type { ReviewStatus } from '#shared/submission.ts'
import type { Submission } from '#shared/submission-schema.ts'
import styles from './decision.module.css'
import { DecisionMoney } from './decision-money.tsx'
import { ConfirmPayout, DecisionObstacles, DespiteWarnings } from './decision-obstacles.tsx'
import { asksMoney, choiceOf, choicesOf, noReasonOf, reasonOf, untouched, withChoice } from './draft.ts'
import { ReasonFields } from './reason-fields.tsx'
import { type Decision, useDecision } from './use-decisions.ts'

export function DecisionPanel({ submission, review }: { submission: Submission; review: Review | undefined }) {
  const workspace = useWorkspace()
  // The draft lasts longer than this form, which has no values of its own.
  const form = useForm({})
  const isTouched = useTouched(form.formRef)
  const isReady = useSettled() || undefined
  const decision = useDecision(workspace.decisions, submission, review, { isTouched, asksReason: true })
  const { draft, change, holder, needsReason, isChange, isRejection } = decision
  const saved = trpc.admin.review.savedReasons.useQuery({ cardBrand: submission.cardBrand, status: draft.status })
  // Prefetched, so that the numbered reasons do not change while the reviewer types.
  trpc.admin.review.savedReasons.useQuery({ cardBrand: submission.cardBrand, status: 'rejected' })
  const blocked = decision.blocked ?? (isChange ? undefined : 'Change the status or add a reason to save')
  const code = draft.status === 'rejected' ? codeOfReason('rejected', reasonOf(draft)) : null

  const saveAndNext = useRef<HTMLButtonElement>(null)
  const reasonId = useId()
  const focusStatus = () =>
    form.formRef.current?.querySelector<HTMLElement>('input:checked')?.focus({ preventScroll: true })
  const wasLocked = useRef(false)
  // The notice with the pressed button is gone after a takeover: move the focus to the form.
  useEffect(() => {
    if (wasLocked.current && !holder && document.activeElement === document.body) focusStatus()
    wasLocked.current = holder !== null
  })

  const save = (andNext: boolean) => {
    if (!blocked) decision.request((decided) => workspace.save(submission, decided, andNext))
  }
  return (
    <Form
      form={form}
      isPending={false}
      onSubmit={() => save(false)}
      className={`shrinks ${styles.panel}`}
      aria-label="Decision"
    >
      <div className={`stack gap-4 shrinks ${styles.body}`}>
        <h4 className={styles.heading}>Decision</h4>
        <DecisionObstacles decision={decision} onSeen={focusStatus} />
        <StatusChoice decision={decision} />
        <DespiteWarnings
          decision={decision}
          hasKey
          onApprove={(button) => {
            // The pressed button disappears. After Shift+A the focus is elsewhere, and a space must not save.
            if (button === document.activeElement) saveAndNext.current?.focus()
          }}
        />
        <DecisionMoney decision={decision} />
        <ReasonFields
          key={draft.status}
          reasons={saved.data?.map(({ text }) => text) ?? statusReasons[draft.status]}
          value={draft}
          onChange={change}
          needsReason={needsReason}
          rows={2}
          onTaken={() => saveAndNext.current?.focus()}
          shortcut="r"
          hasDigits={isRejection}
          onLeaveDigits={() => change(untouched(submission))}
        />
        {code === 'lower-balance' && (
          <p className="muted">
            Better: make an offer at the balance that you found. The seller accepts or declines it.
          </p>
        )}
        {needsEvidence(code) && (
          <p className="muted">
            {checkMessages.evidenceRequired} Record a balance check with it, or the customer is owed it within 24 hours.
          </p>
        )}
        <CustomerPreview
          reasonId={reasonId}
          submission={submission}
          status={draft.status}
          isPaid={asksMoney(draft, submission) && draft.money === 'sent'}
          reason={isChange ? reasonOf(draft) : (submission.statusReason ?? '')}
          none={isChange ? (needsReason ? 'No reason yet.' : noReasonOf(draft)) : 'The customer reads no reason.'}
        />
      </div>
      <div className={`stack gap-2 pad-block-3 line-top ${styles.foot}`}>
        {blocked && <p className="muted">{blocked}</p>}
        <div className={`cluster gap-3 row-gap-2 ${styles.actions}`}>
          <SubmitButton
            variant="secondary"
            size="small"
            aria-keyshortcuts="s"
            data-ready={isReady}
            disabledReason={blocked}
          >
            Save <KeyCap>S</KeyCap>
          </SubmitButton>
          <Button
            ref={saveAndNext}
            size="small"
            aria-keyshortcuts="n"
            data-ready={isReady}
            aria-describedby={blocked ? undefined : reasonId}
            disabledReason={blocked}
            // The key that took a reason must not save as well while it is held.
            onKeyDown={(event) => event.key === 'Enter' && event.repeat && event.preventDefault()}
            onClick={() => save(true)}
          >
            Save and next <KeyCap>N</KeyCap>
          </Button>
        </div>
      </div>
      {decision.confirmation && <ConfirmPayout submission={submission} {...decision.confirmation} />}
    </Form>
  )
}

/** A status of its own stays chosen by 1 to 5; the reasons of a rejection are chosen by number. */
function StatusChoice({ decision: { submission, draft, change, isRejection } }: { decision: Decision }) {
  const group = useId()
  return (
    <fieldset className={`cluster stretch gap-2 shrinks ${styles.statuses}`}>
      <legend>New Status</legend>
      {choicesOf(draft, submission).map(({ value, name, tone, key }) => {
        const shortcut = isRejection && value !== 'approve' ? undefined : key
        return (
          <label key={value} className={`hover-sunken positioned strong ${styles.status}`} data-tone={tone}>
            <input
              type="radio"
              className="visually-hidden"
              name={group}
              checked={value === choiceOf(draft)}
              aria-keyshortcuts={shortcut}
              onChange={() => change(withChoice(draft, value))}
            />
            {shortcut && <KeyCap>{shortcut.toUpperCase()}</KeyCap>}
            {name}
          </label>
        )
      })}
    </fieldset>
  )
}

type CustomerPreviewProps = {
  submission: Submission
  status: ReviewStatus
  isPaid: boolean
  reason: string
  none: string
  reasonId: string
}

function CustomerPreview({ submission, status, isPaid, reason, none, reasonId }: CustomerPreviewProps) {
  const { cardBrand, uploadedFiles, removedAt } = submission
  const facts = { cardBrand, fileCount: uploadedFiles.length, isErased: removedAt !== undefined }
  const isNews = status !== submission.status || (reason || null) !== submission.statusReason
  const step = isPaid ? paidBeforeStep : nextStep(status, codeOfReason(status, reason || null), canTakePhotos(facts))
  const mail = statusMailText({
    status,
    giftCardName: submission.cardType,
    payout: formatDollars(submission.payoutAmount),
    reason: reason || null,
    isPaid,
  })
  return (
    <section className={`stack gap-2 breaks ${styles.preview}`} aria-label="The customer will read">
      <div className="cluster spread gap-3 row-gap-1">
        <h4 className="muted">The customer will read</h4>
        <LabelTag label={statusLabels[status]} />
      </div>
      <p id={reasonId} className={reason ? 'quotation keeps-lines' : 'muted'}>
        {reason || none}
      </p>
      <p>{step.text}</p>
      {isNews ? (
        <details>
          <summary className="brand strong">Email preview</summary>
          <p>
            <strong>{mail.subject(submission.id)}</strong>
          </p>
          <p>{mail.heading}</p>
          <p>Hello ..., {mail.paragraph}</p>
          {status === 'rejected' && reason && <p>{stepInMail(step)}</p>}
          {reason && <p className="quotation keeps-lines">{reason}</p>}
        </details>
      ) : (
        <p className="muted">No change, so no email will be sent.</p>
      )}
    </section>
  )
}

/** Whether nothing was pressed for SETTLE_MS. For display; the keys ask their events. */
function useSettled() {
  const [isSettled, setIsSettled] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const restart = () => {
      setIsSettled(false)
      clearTimeout(timer)
      timer = setTimeout(setIsSettled, SETTLE_MS, true)
    }
    restart()
    const kinds = ['keydown', 'click'] as const
    for (const kind of kinds) document.addEventListener(kind, restart, { capture: true })
    return () => {
      clearTimeout(timer)
      for (const kind of kinds) document.removeEventListener(kind, restart, { capture: true })
    }
  }, [])
  return isSettled
}

/** What only moves the focus or unfolds is no press. */
function useTouched(place: RefObject<HTMLElement | null>) {
  const [isTouched, setIsTouched] = useState(false)
  useEffect(() => {
    const element = place.current
    if (!element || isTouched) return
    const press = (event: Event) => {
      const isLook = event.target instanceof Element && event.target.closest('details')
      const isMove = event instanceof KeyboardEvent && (event.key === 'Tab' || event.key === 'Shift')
      if (!isLook && !isMove) setIsTouched(true)
    }
    // Listens to what bubbles here, also from the clicks of shortcuts.
    const kinds = ['click', 'keydown'] as const
    for (const kind of kinds) element.addEventListener(kind, press)
    return () => {
      for (const kind of kinds) element.removeEventListener(kind, press)
    }
  }, [place, isTouched])
  return isTouched
}
