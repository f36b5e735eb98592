import { useEffect, useId, useRef } from 'react'
import { trpc } from '#client/lib/trpc.ts'
import { Tag } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Form, SubmitButton, useForm } from '#client/ui/form.tsx'
import { formatDollars } from '#shared/money.ts'
import { canTakePhotos, nextStep } from '#shared/next-step.ts'
import { statusMailText } from '#shared/status-email-messages.ts'
import { statusLabels } from '#shared/status-label.ts'
import { statusReasons } from '#shared/status-reasons.ts'
import { type ReviewStatus, reviewStatuses } from '#shared/submission.ts'
import type { Submission } from '#shared/submission-schema.ts'
import type { StatusChange } from '#shared/transaction-schema.ts'
import { KeyCap } from '../keyboard-shortcuts/key-cap.tsx'
import styles from './decision.module.css'
import { ConfirmPayout, DecisionObstacles } from './decision-obstacles.tsx'
import { canApprove, type Draft, decides, noReason, reasonOf, statusKey, withApproval, withStatus } from './draft.ts'
import { PayoutLine } from './payout-line.tsx'
import { ReasonFields } from './reason-fields.tsx'
import { type Decisions, useDecision } from './use-decisions.ts'

type DecisionPanelProps = {
  submission: Submission
  history: readonly StatusChange[]
  decisions: Decisions
  /** Saves the draft; with `andNext` opens the next submission. */
  onSave: (draft: Draft, andNext: boolean) => void
}

/** The decision form of the open submission: status, reason, customer preview and two save buttons. */
export function DecisionPanel({ submission, history, decisions, onSave }: DecisionPanelProps) {
  const { draft, change, problem, holder, request, confirmation, ...decision } = useDecision(decisions, submission)
  const saved = trpc.admin.review.savedReasons.useQuery({ cardBrand: submission.cardBrand, status: draft.status })
  // Prefetched, so that the numbered reasons do not change while the reviewer types.
  trpc.admin.review.savedReasons.useQuery({ cardBrand: submission.cardBrand, status: 'rejected' })
  const mayApprove = draft.approves || canApprove(submission)
  const reasons = saved.data?.map(({ text }) => text) ?? statusReasons[draft.status]
  const blocked =
    decision.blocked ?? (decides(draft, submission) ? undefined : 'Change the status or add a reason to save')

  // The draft outlives this form, which has no values of its own.
  const form = useForm({})
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
    if (!blocked) request(() => onSave(draft, andNext))
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
        <DecisionObstacles
          {...{ submission, history, draft, problem, holder }}
          onSeen={() => {
            change({ ...draft, base: submission.version })
            focusStatus()
          }}
        />
        <StatusChoice
          value={draft.approves ? undefined : draft.status}
          approval={mayApprove ? { isChosen: draft.approves, onChoose: () => change(withApproval(draft)) } : undefined}
          onValueChange={(status) => change(withStatus(draft, status))}
        />
        {(draft.approves || draft.status === submission.status) && (
          <PayoutLine submission={submission} secondPersonFromCents={decision.secondPersonFromCents} />
        )}
        <ReasonFields
          key={draft.status}
          reasons={reasons}
          value={draft}
          onChange={(part) => change({ ...draft, ...part })}
          needsReason={decision.needsReason}
          rows={2}
          onTaken={() => saveAndNext.current?.focus()}
          shortcut="r"
        />
        <CustomerPreview
          reasonId={reasonId}
          submission={submission}
          status={draft.status}
          reason={reasonOf(draft)}
          none={decision.needsReason ? 'No reason yet.' : noReason}
        />
      </div>
      <div className={styles.foot}>
        {blocked && <p className="muted">{blocked}</p>}
        <div className={`cluster gap-3 row-gap-2 ${styles.actions}`}>
          <SubmitButton variant="secondary" size="small" aria-keyshortcuts="s" disabledReason={blocked}>
            Save <KeyCap>S</KeyCap>
          </SubmitButton>
          <Button
            ref={saveAndNext}
            size="small"
            aria-keyshortcuts="n"
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
      {confirmation && <ConfirmPayout submission={submission} {...confirmation} />}
    </Form>
  )
}

type CustomerPreviewProps = {
  submission: Submission
  status: ReviewStatus
  reason: string
  /** Shown in place of an empty reason. */
  none: string
  /** The id of the paragraph with the reason. */
  reasonId: string
}

/** Previews what the customer will read on the submission page and in the email. */
function CustomerPreview({ submission, status, reason, none, reasonId }: CustomerPreviewProps) {
  const { name, tone } = statusLabels[status]
  const { cardBrand, uploadedFiles, removedAt } = submission
  const facts = { cardBrand, fileCount: uploadedFiles.length, isErased: removedAt !== undefined }
  const isNews = status !== submission.status || (reason || null) !== submission.statusReason
  const mail = statusMailText({
    status,
    giftCardName: submission.cardType,
    payout: formatDollars(submission.payoutAmount),
    reason: reason || null,
  })
  return (
    <section className={styles.preview} aria-label="The customer will read">
      <div className="cluster spread gap-3 row-gap-1">
        <h4>The customer will read</h4>
        <Tag tone={tone}>{name}</Tag>
      </div>
      <p id={reasonId} className={reason ? `quotation ${styles.quotation}` : 'muted'}>
        {reason || none}
      </p>
      <p>{nextStep(status, reason || null, canTakePhotos(facts)).text}</p>
      {isNews ? (
        <details>
          <summary>Email preview</summary>
          <p>
            <strong>{mail.subject(submission.id)}</strong>
          </p>
          <p>{mail.heading}</p>
          <p>Hello ..., {mail.paragraph}</p>
          {reason && <p className={`quotation ${styles.quotation}`}>{reason}</p>}
        </details>
      ) : (
        <p className="muted">No change, so no email will be sent.</p>
      )}
    </section>
  )
}

type StatusChoiceProps = {
  /** Undefined while the approval is chosen. */
  value: ReviewStatus | undefined
  /** Set when the order can be approved. */
  approval: { isChosen: boolean; onChoose: () => void } | undefined
  onValueChange: (status: ReviewStatus) => void
}

/** The approval and the statuses as tiles; the keys A and 1 to 5 select one. */
function StatusChoice({ value, approval, onValueChange }: StatusChoiceProps) {
  const name = useId()
  return (
    <fieldset className={`cluster stretch gap-2 shrinks ${styles.statuses}`}>
      <legend>New Status</legend>
      {approval && (
        <label className={styles.status} data-tone="ok" data-filled="">
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            checked={approval.isChosen}
            aria-keyshortcuts="a"
            onChange={approval.onChoose}
          />
          <KeyCap>A</KeyCap>
          Approve payout
        </label>
      )}
      {reviewStatuses.map((status) => (
        <label key={status} className={styles.status} data-tone={statusLabels[status].tone}>
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            checked={status === value}
            aria-keyshortcuts={statusKey(status)}
            onChange={() => onValueChange(status)}
          />
          <KeyCap>{statusKey(status)}</KeyCap>
          {statusLabels[status].name}
        </label>
      ))}
    </fieldset>
  )
}
