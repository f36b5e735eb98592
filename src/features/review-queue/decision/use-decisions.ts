import { useCallback, useState } from 'react'
import type { ApiError } from '#client/lib/trpc.ts'
import { trpc } from '#client/lib/trpc.ts'
import type { Decided } from '#shared/review-schema.ts'
import { submissionMessages } from '#shared/submission.ts'
import type { Submission } from '#shared/submission-schema.ts'
import { openOrder } from '../review/submission-locks.ts'
import { decisionMessages } from '../undo/undo-messages.ts'
import type { Taken } from '../undo/use-undo.ts'
import { type Draft, reasonOf } from './draft.ts'

export type Problem = {
  kind: 'failed' | 'held' | 'conflict'
  /** In words for the reviewer. */
  message: string
}
type ById<Value> = Readonly<Record<string, Value>>

export type Decisions = ReturnType<typeof useDecisions>

type Options = {
  /** A decision was saved and can be taken back for a while. */
  onUndoable: (taken: Taken) => void
}

/**
 * Decisions on their way: what is typed for each order, what is being saved, and what came back. A decision shows at
 * once; when the server refuses it, the order is as it was and the draft is still there.
 */
export function useDecisions({ onUndoable }: Options) {
  const utils = trpc.useUtils()
  const { mutateAsync } = trpc.admin.submissions.setStatus.useMutation()
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
      utils.admin.submissions.history.invalidate({ submissionId }),
    ])
  }

  async function refused(submission: Submission, draft: Draft, error: ApiError) {
    const newer = error.data && 'newer' in error.data ? error.data.newer : undefined
    const isConflict = error.data?.code === 'conflict'
    // The newer version is on screen from here on, so the next try is made with open eyes.
    setDraft(submission.id, newer ? { ...draft, base: newer.version } : draft)
    const kind = newer ? 'conflict' : isConflict ? 'held' : 'failed'
    setProblems((all) => ({
      ...all,
      [submission.id]: { kind, message: isConflict ? error.message : submissionMessages.statusUpdateFailed },
    }))
    if (newer)
      utils.admin.review.get.setData({ submissionId: submission.id }, (old) => old && { ...old, submission: newer })
    await readAgain(submission.id)
  }

  /** Answers the order as it was saved; undefined when it was refused, which `problems` says and gives the draft back. */
  async function save(submission: Submission, draft: Draft): Promise<Decided | undefined> {
    const { id: submissionId } = submission
    const reason = reasonOf(draft)
    setProblems((all) => without(all, submissionId))
    setSaving((all) => ({ ...all, [submissionId]: { status: draft.status, statusReason: reason || null } }))
    setDraft(submissionId, undefined)
    const leave = openOrder(submissionId)
    try {
      const saved = await mutateAsync({
        submissionId,
        status: draft.status,
        reason: reason || undefined,
        version: draft.base,
        undoable: draft.status !== 'completed',
      }).finally(leave)
      const { undoUntil, ...now } = saved
      utils.admin.review.get.setData({ submissionId }, (old) => old && { ...old, submission: now })
      if (undoUntil)
        onUndoable({ items: [{ submissionId, version: now.version }], words: decisionMessages(now), draft })
      void readAgain(submissionId).then(() => setSaving((all) => without(all, submissionId)))
      return saved
    } catch (error) {
      setSaving((all) => without(all, submissionId))
      void refused(submission, draft, error as ApiError)
      return undefined
    }
  }

  /** The submission as it will stand once what is being saved is saved. */
  const shown = (submission: Submission): Submission => ({ ...submission, ...saving[submission.id] })
  return {
    drafts,
    setDraft,
    problems,
    save,
    /** Drops what was typed for an order and what was wrong with it. */
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
