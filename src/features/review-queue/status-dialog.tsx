import { useState } from 'react'
import { ConfirmDialog } from '#client/ui/form-dialog.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { SmallButton } from '#client/ui/row-button.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { formatDollars } from '#shared/money.ts'
import { policyMessages } from '#shared/policy-messages.ts'
import { statusLabels } from '#shared/status-label.ts'
import { statusReasons } from '#shared/status-reasons.ts'
import { reviewStatuses, submissionMessages } from '#shared/submission.ts'
import type { Submission } from '#shared/submission-schema.ts'
import { DecisionMoney } from './decision/decision-money.tsx'
import { ConfirmPayout, DecisionObstacles, DespiteWarnings } from './decision/decision-obstacles.tsx'
import { canApprove, type Draft, decides, noReasonOf, reasonOf, withApproval, withStatus } from './decision/draft.ts'
import { ReasonFields, ReasonPreview } from './decision/reason-fields.tsx'
import { useDecision } from './decision/use-decisions.ts'
import { orderWarnings } from './review/order-warnings.ts'
import { newestSubmission, useReview } from './review/use-review.ts'
import type { ReviewWorkspace } from './review/use-review-workspace.ts'

type Props = {
  submission: Submission
  workspace: ReviewWorkspace
  onClose: () => void
}
type Saving = { stage: 'none' } | { stage: 'saving'; draft: Draft } | { stage: 'saved'; version: number }

const APPROVE = 'approve'

export function StatusDialog({ submission: opened, workspace: { decisions, undo }, onClose }: Props) {
  const { data: review } = useReview(opened.id)
  const submission = newestSubmission(opened, review && decisions.shown(review.submission))
  const warnings = review && orderWarnings(review.flags, submission)
  const { change, problem, holder, blocked, needsReason, request, confirmation, ...decision } = useDecision(
    decisions,
    submission,
    { isTouched: true, asksReason: false, warnings, balance: review?.balance },
  )
  const mayApprove = decision.draft.approves || canApprove(submission)
  const [isAsked, setIsAsked] = useState(false)
  const [saving, setSaving] = useState<Saving>({ stage: 'none' })
  const isSaving = saving.stage === 'saving'
  const draft = isSaving ? saving.draft : decision.draft

  const isUnexplained = draft.status === 'rejected' && submission.status !== 'rejected' && reasonOf(draft) === ''

  const saveDecision = () => request((decided) => void save(decided))
  async function save(decided: Draft) {
    setSaving({ stage: 'saving', draft: decided })
    const saved = await decisions.save(submission, decided)
    setSaving(saved ? { stage: 'saved', version: saved.version } : { stage: 'none' })
  }
  function close() {
    decisions.forget(opened.id)
    onClose()
  }
  return (
    <>
      <ConfirmDialog
        size="medium"
        title="Update Status"
        description={
          <>
            <span className="mono">{submission.id}</span>, {submission.cardType} {formatDollars(submission.cardValue)}
          </>
        }
        action="Update Status"
        pendingAction="Updating..."
        isPending={isSaving}
        disabledReason={blocked}
        cancel={saving.stage === 'saved' ? 'Close' : 'Cancel'}
        onConfirm={() => (isUnexplained ? setIsAsked(true) : saveDecision())}
        onClose={close}
      >
        {saving.stage === 'saved' && (
          <Saved id={opened.id} isNewest={submission.version <= saving.version} undo={undo} />
        )}
        {!isSaving && (
          <DecisionObstacles
            {...{ submission, draft, problem, holder }}
            history={review?.history ?? []}
            onSeen={() => change({ ...draft, base: submission.version })}
          />
        )}
        <SelectField
          label="New Status"
          value={draft.approves ? APPROVE : draft.status}
          options={[
            ...(mayApprove ? [{ value: APPROVE, name: 'Approve payout' } as const] : []),
            ...reviewStatuses.map((value) => ({ value, name: statusLabels[value].name })),
          ]}
          onValueChange={(next) => change(next === APPROVE ? withApproval(draft) : withStatus(draft, next))}
        />
        <ReasonFields
          reasons={statusReasons[draft.status]}
          value={draft}
          onChange={(part) => change({ ...draft, ...part })}
          needsReason={needsReason}
          isShort
        />
        {decides(draft, submission) && (
          <ReasonPreview
            reason={reasonOf(draft)}
            none={needsReason ? policyMessages.reasonRequired : noReasonOf(draft)}
          />
        )}
        {isAsked && isUnexplained && saving.stage === 'none' && (
          <Notice tone="warn" role="alert">
            <span className="cluster spread gap-4 row-gap-2">
              <span>Choose a reason. The seller has a right to one.</span>
              <SmallButton onClick={saveDecision}>Save without</SmallButton>
            </span>
          </Notice>
        )}
        <DecisionMoney {...{ submission, draft, decision }} onChange={change} />
        {decision.against && (
          <DespiteWarnings warnings={decision.against} onApprove={() => change({ ...draft, despite: true })} />
        )}
        {!holder && !needsReason && !decision.against && blocked && <p className="muted">{blocked}</p>}
      </ConfirmDialog>
      {confirmation && <ConfirmPayout submission={submission} {...confirmation} />}
    </>
  )
}

type SavedProps = { id: string; isNewest: boolean; undo: ReviewWorkspace['undo'] }

function Saved({ id, isNewest, undo: { latest, result, isUndoing, undo } }: SavedProps) {
  const isUndoable = latest?.about.includes(id)
  return (
    <>
      {isNewest && (
        <Notice tone="ok" role="status">
          <span className="cluster spread gap-4 row-gap-2">
            <span>{submissionMessages.statusUpdated}</span>
            {latest && isUndoable && (
              <SmallButton busy={isUndoing} onClick={() => undo(latest)}>
                Undo
              </SmallButton>
            )}
          </span>
        </Notice>
      )}
      {result && (
        <Notice tone={result.isBad ? 'bad' : 'info'} role="status">
          {result.message}
        </Notice>
      )}
    </>
  )
}
