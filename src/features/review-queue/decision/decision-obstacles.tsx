import { trpc } from '#client/lib/trpc.ts'
import { Tag } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/form-dialog.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { Time } from '#client/ui/time.tsx'
import { reviewMessages } from '#shared/review.ts'
import type { ReviewPresence } from '#shared/review-schema.ts'
import { statusLabels } from '#shared/status-label.ts'
import { submissionMessages } from '#shared/submission.ts'
import type { Submission } from '#shared/submission-schema.ts'
import type { StatusChange } from '#shared/transaction-schema.ts'
import type { Draft } from './draft.ts'
import { PaysOut } from './reason-fields.tsx'
import type { Problem } from './use-decisions.ts'

type DecisionObstaclesProps = {
  submission: Submission
  history: readonly StatusChange[]
  draft: Draft
  problem: Problem | undefined
  holder: ReviewPresence['holder']
  /** The reviewer acknowledged the newer decision. */
  onSeen: () => void
}

/** Shows why a decision is blocked: locked by a colleague, a newer decision, or a failed save. */
export function DecisionObstacles({ holder, ...rest }: DecisionObstaclesProps) {
  const { mutate, isPending, error } = trpc.admin.review.takeOver.useMutation()
  return (
    <>
      {holder && (
        <LockedNotice
          holder={holder}
          isTaking={isPending}
          onTakeOver={() => mutate({ submissionId: rest.submission.id })}
        />
      )}
      {error && (
        <Notice tone="bad" role="alert">
          You could not take over. Please try again.
        </Notice>
      )}
      <Outcome {...rest} />
    </>
  )
}

function Outcome({ submission, history, draft, problem, onSeen }: Omit<DecisionObstaclesProps, 'holder'>) {
  const change = history.findLast(({ to, reason }) => to === submission.status && reason === submission.statusReason)
  if (problem?.kind === 'conflict') return <NewerNotice now={submission} change={change} />
  if (draft.base < submission.version) return <NewerNotice now={submission} change={change} onSeen={onSeen} />
  if (!problem) return null
  return (
    <Notice tone="bad" role="alert">
      {problem.message}
    </Notice>
  )
}

type NewerProps = {
  now: Submission
  /** The status change behind it, once loaded. */
  change: StatusChange | undefined
  /** Set until the reviewer acknowledges the newer decision. */
  onSeen?: () => void
}

/** Version conflict: the new status, its author and time. The reviewer's input is kept. */
function NewerNotice({ now, change, onSeen }: NewerProps) {
  const { name, tone } = statusLabels[now.status]
  return (
    <Notice tone="warn" role="alert" title={submissionMessages.statusConflict}>
      <div className="stack start gap-2">
        <span className="cluster gap-2">
          Status now: <Tag tone={tone}>{name}</Tag> {now.statusReason}
        </span>
        {change && (
          <p>
            By {change.by}, <Time at={change.at} />
          </p>
        )}
        {onSeen ? (
          <Button variant="secondary" size="small" onClick={onSeen}>
            Decide on the new status
          </Button>
        ) : (
          <p>Your changes are still here. Save again to replace theirs.</p>
        )}
      </div>
    </Notice>
  )
}

type LockedNoticeProps = { holder: NonNullable<ReviewPresence['holder']>; isTaking: boolean; onTakeOver: () => void }

/** A colleague has locked the submission. */
function LockedNotice({ holder, isTaking, onTakeOver }: LockedNoticeProps) {
  return (
    <Notice tone="info" role="status" title={reviewMessages.deciding(holder.name)}>
      <div className="stack start gap-2">
        <p>You can look at everything and add notes. To decide yourself, take over. They are notified right away.</p>
        <Button variant="secondary" size="small" busy={isTaking} onClick={onTakeOver}>
          Take over
        </Button>
      </div>
    </Notice>
  )
}

type Props = { submission: Submission; onConfirm: () => void; onClose: () => void }

/** Asks for confirmation, because a completed payout cannot be undone. Enter confirms. */
export function ConfirmPayout({ submission, onConfirm, onClose }: Props) {
  const { payout } = submission
  const isWaiting = payout?.state === 'ready' || (payout?.state === 'held' && payout.holds.length === 0)
  return (
    <ConfirmDialog
      title="Confirm the payout"
      description={<span className="mono">{submission.id}</span>}
      firstFocus="action"
      action="Mark as Completed"
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <PaysOut submission={submission} />
      {isWaiting && (
        <p>
          This marks payout <span className="mono">{payout.id}</span> as sent by hand.
        </p>
      )}
    </ConfirmDialog>
  )
}
