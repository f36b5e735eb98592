import { useState } from 'react'
import { SmallButton } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/form-dialog.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { formatDollars } from '#shared/money.ts'
import { policyMessages } from '#shared/policy-messages.ts'
import { statusReasons } from '#shared/status-reasons.ts'
import { submissionMessages } from '#shared/submission.ts'
import type { Submission } from '#shared/submission-schema.ts'
import { DecisionMoney } from './decision/decision-money.tsx'
import { ConfirmPayout, DecisionObstacles, DespiteWarnings } from './decision/decision-obstacles.tsx'
import { choiceOf, choicesOf, type Draft, noReasonOf, reasonOf, withChoice } from './decision/draft.ts'
import { ReasonFields, ReasonPreview } from './decision/reason-fields.tsx'
import { useDecision } from './decision/use-decisions.ts'
import { newestSubmission, useReview } from './review/use-review.ts'
import { useWorkspace } from './review/use-review-workspace.ts'

type Saving = { stage: 'none' } | { stage: 'saving'; draft: Draft } | { stage: 'saved'; version: number }

export function StatusDialog({ submission: opened }: { submission: Submission }) {
  const { decisions, setDeciding } = useWorkspace()
  const { data: review } = useReview(opened.id)
  const submission = newestSubmission(opened, review && decisions.shown(review.submission))
  const [isAsked, setIsAsked] = useState(false)
  const [saving, setSaving] = useState<Saving>({ stage: 'none' })
  const isSaving = saving.stage === 'saving'
  const decision = useDecision(decisions, submission, review, {
    isTouched: true,
    asksReason: false,
    saving: isSaving ? saving.draft : undefined,
  })
  const { draft, change, blocked, needsReason } = decision

  const isUnexplained = decision.isRejection && reasonOf(draft) === ''

  const saveDecision = () => decision.request((decided) => void save(decided))
  async function save(decided: Draft) {
    setSaving({ stage: 'saving', draft: decided })
    const saved = await decisions.save(submission, decided)
    setSaving(saved ? { stage: 'saved', version: saved.version } : { stage: 'none' })
  }
  function close() {
    decisions.forget(opened.id)
    setDeciding(undefined)
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
        {saving.stage === 'saved' && <Saved id={opened.id} isNewest={submission.version <= saving.version} />}
        {!isSaving && <DecisionObstacles decision={decision} />}
        <SelectField
          label="New Status"
          value={choiceOf(draft)}
          options={choicesOf(draft, submission)}
          onValueChange={(choice) => change(withChoice(draft, choice))}
        />
        <ReasonFields
          reasons={statusReasons[draft.status]}
          value={draft}
          onChange={change}
          needsReason={needsReason}
          isShort
        />
        {decision.isChange && (
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
        <DecisionMoney decision={decision} />
        <DespiteWarnings decision={decision} />
        {!decision.holder && !needsReason && !decision.against && blocked && <p className="muted">{blocked}</p>}
      </ConfirmDialog>
      {decision.confirmation && <ConfirmPayout submission={submission} {...decision.confirmation} />}
    </>
  )
}

function Saved({ id, isNewest }: { id: string; isNewest: boolean }) {
  const { latest, result, isUndoing, undo } = useWorkspace().undo
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
