import { useState } from 'react'
import { useStaffPermissions } from '#client/lib/staff-session.ts'
import { type ApiError, trpc } from '#client/lib/trpc.ts'
import type { Balance, KnownBalance } from '#shared/balance-schema.ts'
import { balanceMessages } from '#shared/inventory.ts'
import { payoutMessages } from '#shared/payout.ts'
import { policyMessages } from '#shared/policy-messages.ts'
import { needsDecision } from '#shared/queue.ts'
import { reviewMessages } from '#shared/review.ts'
import type { Decided } from '#shared/review-schema.ts'
import { submissionMessages } from '#shared/submission.ts'
import type { Submission } from '#shared/submission-schema.ts'
import { openSubmission, useSubmissionLock } from '../review/use-review.ts'
import { type DecisionBatch, decisionMessages } from '../undo/use-undo.ts'
import { asksBalance, asksMoney, balanceOf, type Draft, isUnpaid, reasonOf, untouched } from './draft.ts'

export type Problem = {
  /** 'conflict': the order has a newer version. 'refused': it does not allow the decision now. */
  kind: 'failed' | 'refused' | 'conflict'
  message: string
}
type ById<Value> = Readonly<Record<string, Value>>

export type Decisions = ReturnType<typeof useDecisions>

type Options = {
  onUndoable: (taken: DecisionBatch) => void
}

/** Saves are optimistic: after a rejection the former status and the draft are restored. */
export function useDecisions({ onUndoable }: Options) {
  const utils = trpc.useUtils()
  const setStatus = trpc.admin.submissions.setStatus.useMutation()
  const approve = trpc.admin.review.approve.useMutation()
  const [drafts, setDrafts] = useState<ById<Draft>>({})
  const [problems, setProblems] = useState<ById<Problem>>({})
  const [saving, setSaving] = useState<ById<Pick<Submission, 'status' | 'statusReason'>>>({})

  /** The newest answer for each brand, which orders that were loaded before do not have. */
  const [usual, setUsual] = useState<ById<Balance>>({})

  const setDraft = (id: string, draft: Draft | undefined) => setDrafts((all) => without(all, id, draft))

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

  function send(submission: Submission, draft: Draft): Promise<Decided> {
    const { id: submissionId } = submission
    const decision = { submissionId, reason: reasonOf(draft) || undefined, version: draft.base }
    const balance = draft.balance ?? undefined
    if (draft.approves) return approve.mutateAsync({ ...decision, balance, undoable: true })
    const { status } = draft
    const payoutReference = status === 'completed' ? draft.reference || undefined : undefined
    const completed = status === 'completed' ? { payoutReference, balance } : {}
    const payout = asksMoney(draft, submission) ? draft.money : undefined
    return setStatus.mutateAsync({ ...decision, ...completed, status, payout, undoable: status !== 'completed' })
  }

  /** Undefined after a rejection, which sets `problems` and restores the draft. */
  async function save(submission: Submission, draft: Draft): Promise<Decided | undefined> {
    const { id: submissionId } = submission
    const reason = reasonOf(draft)
    setProblems((all) => without(all, submissionId))
    setSaving((all) => ({ ...all, [submissionId]: { status: draft.status, statusReason: reason || null } }))
    setDraft(submissionId, undefined)
    const { balance } = draft
    if (balance) setUsual((all) => ({ ...all, [submission.cardBrand]: balance }))
    const leave = openSubmission(submissionId)
    try {
      const saved = await send(submission, draft).finally(leave)
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

  const shown = (submission: Submission): Submission => ({ ...submission, ...saving[submission.id] })
  return {
    drafts,
    setDraft,
    problems,
    save,
    forget: (id: string) => {
      setDraft(id, undefined)
      setProblems((all) => without(all, id))
    },
    shown,
    readAgain,
    usual,
  }
}

function without<Value>(all: ById<Value>, id: string, value?: Value): ById<Value> {
  const { [id]: _, ...rest } = all
  return value === undefined ? rest : { ...rest, [id]: value }
}

type DecisionOptions = {
  isTouched: boolean
  asksReason: boolean
  warnings: readonly string[] | undefined
  balance: KnownBalance | undefined
}

/** A draft locks the submission; a payout is saved only after confirmation. */
export function useDecision(decisions: Decisions, submission: Submission, options: DecisionOptions) {
  const { isTouched, asksReason, warnings } = options
  const usual = decisions.usual[submission.cardBrand]
  const known = options.balance && usual ? { ...options.balance, usual } : options.balance
  const { id } = submission
  const { mayReview } = useStaffPermissions()
  const decides = needsDecision(submission) && (isTouched || decisions.drafts[id] !== undefined)
  const presence = useSubmissionLock(id, { mayReview, decides })
  const [confirming, setConfirming] = useState<(draft: Draft) => void>()
  const draft = decisions.drafts[id] ?? untouched(submission)
  // Owners may change them at any time, so each form asks again.
  const { data: rules } = trpc.admin.review.rules.useQuery(undefined, { enabled: mayReview, staleTime: 0 })
  const isRejection = draft.status === 'rejected' && submission.status !== 'rejected'
  const needsReason = isRejection && (asksReason || rules?.rejectionReason === 'required')
  const holder = presence && !presence.isYours ? presence.holder : null
  const paysItself = draft.status === 'completed' && submission.status !== 'completed' && isUnpaid(submission)
  const isAgainst = draft.approves && !draft.despite && warnings !== undefined && warnings.length > 0

  const asks = asksBalance(draft, submission)
  const balance = balanceOf(draft, known)
  /** Nothing is stored of an answer that was not asked for. */
  const decided = asks && known ? { ...draft, balance: balance ?? null } : draft

  function whyBlocked(): string | undefined {
    if (holder) return reviewMessages.deciding(holder.name)
    if (needsReason && reasonOf(draft) === '') return policyMessages.reasonRequired
    if (paysItself && rules?.mayComplete === false) return payoutMessages.onlyPay
    if (asksMoney(draft, submission) && draft.money === undefined) return 'Say what became of the money'
    if (draft.approves && warnings === undefined) return 'The warnings of this order are not loaded yet'
    if (asks && balance && balance.place !== 'safe' && !balance.name.trim()) return balanceMessages.noName
    if (isAgainst) return 'Look at the warnings, then approve despite them'
    return undefined
  }
  return {
    draft,
    change: (next: Draft) => decisions.setDraft(id, next),
    problem: decisions.problems[id],
    holder,
    blocked: whyBlocked(),
    needsReason,
    balance: asks && known ? { value: balance, isHeld: known.isHeld } : undefined,
    against: isAgainst ? warnings : undefined,
    /** From this amount on a second person releases a payout; null for never. */
    secondPersonFromCents: rules?.secondPersonFromCents ?? null,
    /** Whether this person may say that an unpaid order was paid. */
    mayComplete: rules?.mayComplete !== false,
    /** Saves only after confirmation when the draft says that money was sent. */
    request(save: (draft: Draft) => void) {
      if (paysItself) setConfirming(() => save)
      else save(decided)
    },
    confirmation: confirming && {
      onConfirm: (reference: string) => {
        setConfirming(undefined)
        confirming({ ...decided, reference })
      },
      onClose: () => setConfirming(undefined),
    },
  }
}
