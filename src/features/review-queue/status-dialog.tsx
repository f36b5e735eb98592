import { useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { formatDollars } from '#shared/money.ts'
import { submissionMessages } from '#shared/submission.ts'
import type { Submission } from '#shared/submission-schema.ts'
import { ConfirmPayout, DecisionObstacles } from './decision/decision-obstacles.tsx'
import { type Draft, untouched } from './decision/draft.ts'
import { useDecision } from './decision/use-decisions.ts'
import { newestSubmission, useReview } from './review/use-review.ts'
import type { ReviewWorkspace } from './review/use-review-workspace.ts'
import { StatusForm } from './status-form.tsx'

type Props = {
  /** The submission at the time the dialog opened. */
  submission: Submission
  workspace: ReviewWorkspace
  onClose: () => void
}
type Saving = { stage: 'none' } | { stage: 'saving'; draft: Draft } | { stage: 'saved'; version: number }

/** The Update Status dialog. It cannot be closed while a decision is being saved. */
export function StatusDialog({ submission: opened, workspace: { decisions, undo }, onClose }: Props) {
  const { data: review } = useReview(opened.id)
  const submission = newestSubmission(opened, review && decisions.shown(review.submission))
  const { change, problem, holder, blocked, needsReason, request, confirmation, ...decision } = useDecision(
    decisions,
    submission,
  )
  const [saving, setSaving] = useState<Saving>({ stage: 'none' })
  const isSaving = saving.stage === 'saving'
  // The dialog sets statuses only.
  const own = decision.draft.approves ? untouched(submission) : decision.draft
  const draft = isSaving ? saving.draft : own

  async function save() {
    setSaving({ stage: 'saving', draft })
    const saved = await decisions.save(submission, draft)
    setSaving(saved ? { stage: 'saved', version: saved.version } : { stage: 'none' })
  }
  function close() {
    if (isSaving) return
    decisions.forget(opened.id)
    onClose()
  }
  return (
    <>
      <Dialog
        onClose={close}
        locked={isSaving}
        title="Update Status"
        description={
          <>
            <span className="mono">{submission.id}</span>, {submission.cardType} {formatDollars(submission.cardValue)}
          </>
        }
      >
        <StatusForm
          submission={submission}
          draft={draft}
          onDraft={change}
          isSaving={isSaving}
          isSaved={saving.stage === 'saved'}
          blocked={blocked}
          needsReason={needsReason}
          onSave={() => request(() => void save())}
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
        </StatusForm>
      </Dialog>
      {confirmation && <ConfirmPayout submission={submission} {...confirmation} />}
    </>
  )
}

type SavedProps = { id: string; isNewest: boolean; undo: ReviewWorkspace['undo'] }

/** Confirms the saved decision with an undo button while possible, then shows the result of the undo. */
function Saved({ id, isNewest, undo: { latest, result, isUndoing, undo } }: SavedProps) {
  const isUndoable = latest?.items.some(({ submissionId }) => submissionId === id)
  return (
    <>
      {isNewest && (
        <Notice tone="ok" role="status">
          <span className="cluster spread gap-4 row-gap-2">
            <span>{submissionMessages.statusUpdated}</span>
            {latest && isUndoable && (
              <Button variant="secondary" size="small" busy={isUndoing} onClick={() => undo(latest)}>
                Undo
              </Button>
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
