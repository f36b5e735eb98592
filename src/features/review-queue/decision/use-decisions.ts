import { useState } from 'react'
import { useStaffPermissions } from '#client/lib/staff-session.ts'
import { type ApiError, trpc } from '#client/lib/trpc.ts'
import type { Balance } from '#shared/balance-schema.ts'
import { balanceMessages } from '#shared/inventory.ts'
import { formatDollars } from '#shared/money.ts'
import { payoutMessages } from '#shared/payout.ts'
import { policyMessages } from '#shared/policy-messages.ts'
import { needsDecision } from '#shared/queue.ts'
import { reviewMessages } from '#shared/review.ts'
import type { Decided, Review } from '#shared/review-schema.ts'
import { statusLabels } from '#shared/status-label.ts'
import { submissionMessages } from '#shared/submission.ts'
import type { Submission } from '#shared/submission-schema.ts'
import { orderWarnings } from '../review/order-warnings.ts'
import { openSubmission, useSubmissionLock } from '../review/use-review.ts'
import type { DecisionBatch } from '../undo/use-undo.ts'
import { asksBalance, asksMoney, balanceOf, type Draft, decides, isUnpaid, reasonOf, untouched } from './draft.ts'

type Work = {
  draft?: Draft | undefined
  /** Shown as decided until the server has answered. */
  saving?: Pick<Submission, 'status' | 'statusReason'> | undefined
  /** Why it was not saved. `isOutdated`: the order has a newer version. */
  problem?: { isOutdated: boolean; message: string } | undefined
}
type ById<Value> = Readonly<Record<string, Value>>

type Decisions = ReturnType<typeof useDecisions>

/** Saves are optimistic: after a rejection the former status and the draft are restored. */
export function useDecisions(onUndoable: (taken: DecisionBatch) => void) {
  const utils = trpc.useUtils()
  const setStatus = trpc.admin.submissions.setStatus.useMutation()
  const approve = trpc.admin.review.approve.useMutation()
  const [work, setWork] = useState<ById<Work>>({})
  /** The newest answer for each brand, which orders that were loaded before do not have. */
  const [usual, setUsual] = useState<ById<Balance>>({})

  const workOn = (id: string, part: Work) => setWork((all) => ({ ...all, [id]: { ...all[id], ...part } }))
  const showNewer = (newer: Submission) =>
    utils.admin.review.get.setData({ submissionId: newer.id }, (old) => old && { ...old, submission: newer })

  async function readAgain(submissionId: string) {
    await Promise.allSettled([
      utils.admin.submissions.list.invalidate(),
      utils.admin.review.get.invalidate({ submissionId }),
      utils.admin.review.rules.invalidate(),
      utils.admin.submissions.history.invalidate({ submissionId }),
    ])
  }

  function send(submission: Submission, draft: Draft) {
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

  /** Undefined after a rejection, which has a problem and restores the draft. */
  async function save(submission: Submission, draft: Draft): Promise<Decided | undefined> {
    const { id } = submission
    const saving = { status: draft.status, statusReason: reasonOf(draft) || null }
    workOn(id, { draft: undefined, problem: undefined, saving })
    const { balance } = draft
    if (balance) setUsual((all) => ({ ...all, [submission.cardBrand]: balance }))
    const leave = openSubmission(id)
    try {
      const saved = await send(submission, draft).finally(leave)
      const { undoUntil, ...now } = saved
      showNewer(now)
      const name = draft.approves ? 'Approved' : statusLabels[now.status].name
      const message = `${now.cardType} ${formatDollars(now.cardValue)}: ${name}.`
      if (undoUntil) onUndoable({ items: [{ submissionId: id, version: now.version }], message, draft })
      void readAgain(id).then(() => workOn(id, { saving: undefined }))
      return saved
    } catch (error) {
      const { data } = error as ApiError
      const newer = data && 'newer' in data ? data.newer : undefined
      const isOutdated = newer !== undefined && newer.version !== draft.base
      const message = explanation(error as ApiError) ?? submissionMessages.statusUpdateFailed
      // The newer version is shown from here on, so the next attempt may be based on it.
      const base = newer?.version ?? draft.base
      workOn(id, { saving: undefined, draft: { ...draft, base }, problem: { isOutdated, message } })
      if (newer) showNewer(newer)
      void readAgain(id)
      return undefined
    }
  }

  return {
    of: (id: string) => work[id] ?? {},
    setDraft: (id: string, draft: Draft) => workOn(id, { draft }),
    save,
    forget: (id: string) => workOn(id, { draft: undefined, problem: undefined }),
    shown: (submission: Submission): Submission => ({ ...submission, ...work[submission.id]?.saving }),
    readAgain,
    usual,
  }
}

/** Why the server refused a decision, if its words are for the reviewer. */
export function explanation({ data, message }: ApiError) {
  const isExplained = data?.code === 'conflict' || data?.code === 'unprocessable' || data?.code === 'forbidden'
  return isExplained ? message : undefined
}

export type Decision = ReturnType<typeof useDecision>

/** A draft locks the submission; a payout is saved only after confirmation. */
export function useDecision(
  decisions: Decisions,
  submission: Submission,
  review: Review | undefined,
  { isTouched, asksReason, saving }: { isTouched: boolean; asksReason: boolean; saving?: Draft | undefined },
) {
  const { id } = submission
  const work = decisions.of(id)
  const usual = decisions.usual[submission.cardBrand]
  const known = review && { ...review.balance, ...(usual && { usual }) }
  const warnings = review && orderWarnings(review.flags, submission)
  const { mayReview } = useStaffPermissions()
  const isDeciding = needsDecision(submission) && (isTouched || work.draft !== undefined)
  const presence = useSubmissionLock(id, { mayReview, decides: isDeciding })
  const [confirming, setConfirming] = useState<(draft: Draft) => void>()
  const draft = saving ?? work.draft ?? untouched(submission)
  // Owners may change them at any time, so each form asks again.
  const { data: rules } = trpc.admin.review.rules.useQuery(undefined, { enabled: mayReview, staleTime: 0 })
  const isRejection = draft.status === 'rejected' && submission.status !== 'rejected'
  const needsReason = isRejection && (asksReason || rules?.rejectionReason === 'required')
  const holder = presence && !presence.isYours ? presence.holder : null
  const paysItself = draft.status === 'completed' && submission.status !== 'completed' && isUnpaid(submission)
  const against = draft.approves && !draft.despite && warnings && warnings.length > 0 ? warnings : undefined

  const asks = asksBalance(draft, submission)
  const balance = balanceOf(draft, known)
  /** Nothing is stored of an answer that was not asked for. */
  const decided = asks && known ? { ...draft, balance: balance ?? null } : draft

  function whyBlocked() {
    if (holder) return reviewMessages.deciding(holder.name)
    if (needsReason && reasonOf(draft) === '') return policyMessages.reasonRequired
    if (paysItself && rules?.mayComplete === false) return payoutMessages.onlyPay
    if (asksMoney(draft, submission) && draft.money === undefined) return 'Say what became of the money'
    if (draft.approves && warnings === undefined) return 'The warnings of this order are not loaded yet'
    if (asks && balance && balance.place !== 'safe' && !balance.name.trim()) return balanceMessages.noName
    if (against) return 'Look at the warnings, then approve despite them'
    return undefined
  }
  return {
    submission,
    history: review?.history ?? [],
    draft,
    change: (part: Partial<Draft>) => decisions.setDraft(id, { ...draft, ...part }),
    isChange: decides(draft, submission),
    isRejection,
    problem: work.problem,
    holder,
    blocked: whyBlocked(),
    needsReason,
    paysItself,
    balance: asks && known ? { value: balance, isHeld: known.isHeld } : undefined,
    against,
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
