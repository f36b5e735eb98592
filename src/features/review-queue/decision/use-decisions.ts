import { useCallback, useState } from 'react'
import { useStaffPermissions } from '#client/lib/staff-session.ts'
import { type ApiError, trpc } from '#client/lib/trpc.ts'
import { policyMessages } from '#shared/policy.ts'
import { reviewMessages } from '#shared/review.ts'
import type { Decided } from '#shared/review-schema.ts'
import { submissionMessages } from '#shared/submission.ts'
import type { Submission } from '#shared/submission-schema.ts'
import { openSubmission, useSubmissionLock } from '../review/use-review.ts'
import { type DecisionBatch, decisionMessages } from '../undo/use-undo.ts'
import { type Draft, reasonOf, untouched } from './draft.ts'

export type Problem = {
  /** 'conflict': the order has a newer version. 'refused': it does not allow the decision now. */
  kind: 'failed' | 'refused' | 'conflict'
  /** Shown to the reviewer. */
  message: string
}
type ById<Value> = Readonly<Record<string, Value>>

export type Decisions = ReturnType<typeof useDecisions>

type Options = {
  /** Called after a saved decision that can be undone. */
  onUndoable: (taken: DecisionBatch) => void
}

/**
 * Drafts, running saves and errors per submission. Saves are optimistic: after a rejection the former status and the
 * draft are restored.
 */
export function useDecisions({ onUndoable }: Options) {
  const utils = trpc.useUtils()
  const setStatus = trpc.admin.submissions.setStatus.useMutation()
  const approve = trpc.admin.review.approve.useMutation()
  const [drafts, setDrafts] = useState<ById<Draft>>({})
  const [problems, setProblems] = useState<ById<Problem>>({})
  const [saving, setSaving] = useState<ById<Pick<Submission, 'status' | 'statusReason'>>>({})

  const setDraft = useCallback((id: string, draft: Draft | undefined) => {
    setDrafts((all) => without(all, id, draft))
  }, [])

  async function readAgain(submissionId: string) {
    await Promise.allSettled([
      utils.admin.submissions.list.invalidate(),
      utils.admin.review.get.invalidate({ submissionId }),
      utils.admin.review.rules.invalidate(),
      utils.admin.submissions.history.invalidate({ submissionId }),
    ])
  }

  async function refused(submission: Submission, draft: Draft, error: ApiError) {
    const newer = error.data && 'newer' in error.data ? error.data.newer : undefined
    const isConflict = error.data?.code === 'conflict'
    const isExplained = isConflict || error.data?.code === 'unprocessable' || error.data?.code === 'forbidden'
    // The newer version is shown from here on, so the next attempt may be based on it.
    setDraft(submission.id, newer ? { ...draft, base: newer.version } : draft)
    const isOutdated = newer !== undefined && newer.version !== draft.base
    const kind = isOutdated ? 'conflict' : isConflict ? 'refused' : 'failed'
    setProblems((all) => ({
      ...all,
      [submission.id]: { kind, message: isExplained ? error.message : submissionMessages.statusUpdateFailed },
    }))
    if (newer)
      utils.admin.review.get.setData({ submissionId: submission.id }, (old) => old && { ...old, submission: newer })
    await readAgain(submission.id)
  }

  function send(submissionId: string, draft: Draft): Promise<Decided> {
    const decision = { submissionId, reason: reasonOf(draft) || undefined, version: draft.base }
    if (draft.approves) return approve.mutateAsync({ ...decision, undoable: true })
    const { status } = draft
    return setStatus.mutateAsync({ ...decision, status, undoable: status !== 'completed' })
  }

  /** Returns the saved submission; undefined after a rejection, which sets `problems` and restores the draft. */
  async function save(submission: Submission, draft: Draft): Promise<Decided | undefined> {
    const { id: submissionId } = submission
    const reason = reasonOf(draft)
    setProblems((all) => without(all, submissionId))
    setSaving((all) => ({ ...all, [submissionId]: { status: draft.status, statusReason: reason || null } }))
    setDraft(submissionId, undefined)
    const leave = openSubmission(submissionId)
    try {
      const saved = await send(submissionId, draft).finally(leave)
      const { undoUntil, ...now } = saved
      utils.admin.review.get.setData({ submissionId }, (old) => old && { ...old, submission: now })
      if (undoUntil)
        onUndoable({ items: [{ submissionId, version: now.version }], message: decisionMessages(now, draft), draft })
      void readAgain(submissionId).then(() => setSaving((all) => without(all, submissionId)))
      return saved
    } catch (error) {
      setSaving((all) => without(all, submissionId))
      void refused(submission, draft, error as ApiError)
      return undefined
    }
  }

  /** The submission with the decision that is being saved. */
  const shown = (submission: Submission): Submission => ({ ...submission, ...saving[submission.id] })
  return {
    drafts,
    setDraft,
    problems,
    save,
    /** Drops the draft and the error of a submission. */
    forget: (id: string) => {
      setDraft(id, undefined)
      setProblems((all) => without(all, id))
    },
    shown,
    readAgain,
  }
}

function without<Value>(all: ById<Value>, id: string, value?: Value): ById<Value> {
  const { [id]: _, ...rest } = all
  return value === undefined ? rest : { ...rest, [id]: value }
}

/**
 * The decision on one submission, shared by the dialog and the review view: locks the submission, exposes the holder of
 * the lock, and requires confirmation before a payout is saved.
 */
export function useDecision(decisions: Decisions, submission: Submission) {
  const { id } = submission
  const { mayReview } = useStaffPermissions()
  const presence = useSubmissionLock(id, mayReview)
  const [confirming, setConfirming] = useState<() => void>()
  const draft = decisions.drafts[id] ?? untouched(submission)
  // Owners may change them at any time, so each form asks again.
  const rules = trpc.admin.review.rules.useQuery(undefined, { enabled: mayReview, staleTime: 0 })
  const needsReason = draft.status === 'rejected' && rules.data?.rejectionReason === 'required'
  const missing = needsReason && reasonOf(draft) === '' ? policyMessages.reasonRequired : undefined
  const holder = presence && !presence.isYours ? presence.holder : null

  return {
    draft,
    change: (next: Draft) => decisions.setDraft(id, next),
    problem: decisions.problems[id],
    holder,
    /** Why saving is blocked; undefined if it is allowed. */
    blocked: holder ? reviewMessages.deciding(holder.name) : missing,
    needsReason,
    secondPersonFromCents: rules.data?.secondPersonFromCents ?? null,
    /** Calls `save`; for a payout only after confirmation. */
    request(save: () => void) {
      if (draft.status === 'completed') setConfirming(() => save)
      else save()
    },
    /** Set while a payout waits for confirmation. */
    confirmation: confirming && {
      onConfirm: () => {
        setConfirming(undefined)
        confirming()
      },
      onClose: () => setConfirming(undefined),
    },
  }
}
