import { Link } from '@tanstack/react-router'
import { trpc } from '#client/lib/trpc.ts'
import { LabelTag } from '#client/ui/badge.tsx'
import { CallButton, SmallButton } from '#client/ui/button.tsx'
import { useForm } from '#client/ui/form.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { KeyCap } from '#client/ui/key-cap.tsx'
import { Notice, ProblemNotice } from '#client/ui/notice.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { Time } from '#client/ui/time.tsx'
import { appealMessages } from '#shared/appeal.ts'
import { REFERENCE_MAX_LENGTH } from '#shared/payout.ts'
import { reviewMessages } from '#shared/review.ts'
import { statusLabels } from '#shared/status-label.ts'
import { submissionMessages } from '#shared/submission.ts'
import type { Submission } from '#shared/submission-schema.ts'
import type { StatusChange } from '#shared/transaction-schema.ts'
import { withdrawalMessages } from '#shared/withdrawal.ts'
import { warningCount } from '../review/order-warnings.ts'
import { SaysPaid } from './decision-money.tsx'
import type { Decision } from './use-decisions.ts'

type DecisionObstaclesProps = { decision: Decision; onSeen?: () => void }

export function DecisionObstacles({ decision, onSeen }: DecisionObstaclesProps) {
  const { submission, holder, change } = decision
  const takeOver = trpc.admin.review.takeOver.useMutation()
  return (
    <>
      {holder && (
        <Notice tone="info" role="status" title={reviewMessages.deciding(holder.name)}>
          <div className="stack start gap-1">
            <p>To decide yourself, take over. They are told at once.</p>
            <CallButton call={takeOver} input={{ submissionId: submission.id }}>
              Take over
            </CallButton>
          </div>
        </Notice>
      )}
      {takeOver.error && <ProblemNotice message="You could not take over. Please try again." />}
      <Outcome
        decision={decision}
        onSeen={() => {
          change({ base: submission.version })
          onSeen?.()
        }}
      />
    </>
  )
}

function Outcome({ decision: { submission, history, draft, problem }, onSeen }: Required<DecisionObstaclesProps>) {
  const change = history.findLast(({ to, reason }) => to === submission.status && reason === submission.statusReason)
  if (problem?.isOutdated) return <NewerNotice now={submission} change={change} />
  if (draft.base < submission.version) return <NewerNotice now={submission} change={change} onSeen={onSeen} />
  const newest = history.at(-1)
  if (!problem && newest?.reasonCode === 'appeal-open')
    return (
      <Notice tone="info" role="status">
        {appealMessages.hasAppeal}{' '}
        <Link to="/admin" search={{ list: 'appeals' }}>
          Show the appeals
        </Link>
      </Notice>
    )
  if (!problem)
    return newest?.photoReplaced ? (
      <Notice tone="info" role="status">
        {customerMessages.photoReplaced} <Time at={newest.at} />
      </Notice>
    ) : null
  return <ProblemNotice message={problem.message} />
}

const customerMessages = {
  photoReplaced: 'The customer has replaced a photo. Look at it before you decide.',
  withdrawn: withdrawalMessages.withdrawn,
}

type NewerProps = {
  now: Submission
  change: StatusChange | undefined
  /** Set until the reviewer acknowledges the newer decision. */
  onSeen?: () => void
}

/** A version conflict; the reviewer's input is kept. */
function NewerNotice({ now, change, onSeen }: NewerProps) {
  return (
    <Notice tone="warn" role="alert" title={titleOf(change)}>
      <div className="stack start gap-2">
        <span className="cluster gap-2">
          Status now: <LabelTag label={statusLabels[now.status]} /> {now.statusReason}
        </span>
        {change && (
          <p>
            By {change.by}, <Time at={change.at} />
          </p>
        )}
        {onSeen ? (
          <SmallButton onClick={onSeen}>
            {change?.photoReplaced ? 'Decide on the new photo' : 'Decide on the new status'}
          </SmallButton>
        ) : (
          <p>Your changes are still here. Save again to replace theirs.</p>
        )}
      </div>
    </Notice>
  )
}

function titleOf(change: StatusChange | undefined) {
  if (change?.photoReplaced) return customerMessages.photoReplaced
  return change?.withdrawn ? customerMessages.withdrawn : submissionMessages.statusConflict
}

type ConfirmProps = NonNullable<Decision['confirmation']> & { submission: Submission }

/** Asked because a completed payout cannot be undone. */
export function ConfirmPayout({ submission, onConfirm, onClose }: ConfirmProps) {
  const form = useForm({ reference: '' })
  return (
    <FormDialog
      form={form}
      title="Confirm the payout"
      of={submission.id}
      action="Mark as Completed"
      onSubmit={({ reference }) => onConfirm(reference.trim())}
      onClose={onClose}
    >
      <SaysPaid submission={submission} />
      <TextField
        label="Reference of the payment"
        optional
        hint="Shown to the customer. Use the ID from the service or bank that you paid with."
        maxLength={REFERENCE_MAX_LENGTH}
        {...form.bind('reference')}
      />
    </FormDialog>
  )
}

type DespiteWarningsProps = { decision: Decision; hasKey?: boolean; onApprove?: (button: HTMLElement) => void }

export function DespiteWarnings({ decision: { against, change }, hasKey, onApprove }: DespiteWarningsProps) {
  if (!against) return null
  return (
    <Notice tone="warn" role="status">
      <div className="stack start gap-2">
        <p className="strong">{against.join('. ')}.</p>
        <SmallButton
          aria-keyshortcuts={hasKey ? 'Shift+A' : undefined}
          title={hasKey ? 'Key: Shift+A' : undefined}
          onClick={({ currentTarget }) => {
            change({ despite: true })
            onApprove?.(currentTarget)
          }}
        >
          Approve despite {warningCount(against.length)} {hasKey && <KeyCap>⇧A</KeyCap>}
        </SmallButton>
      </div>
    </Notice>
  )
}
