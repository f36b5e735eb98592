import { useEffect, useRef, useState } from 'react'
import { useSession } from '#client/lib/session.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useExistingPage } from '#client/lib/use-existing-page.ts'
import type { Decided } from '#shared/review-schema.ts'
import type { Submission } from '#shared/submission-schema.ts'
import { nothing, type Selection, stillListed } from '../bulk/select-rows.ts'
import type { Draft } from '../decision/draft.ts'
import { useDecisions } from '../decision/use-decisions.ts'
import type { QueueSearch } from '../queue-search.ts'
import { type DecisionBatch, useUndo } from '../undo/use-undo.ts'
import { useSubmissions } from '../use-submissions.ts'
import { nextSubmission } from './next-submission.ts'
import { usePresence } from './use-review.ts'

type Options = { search: QueueSearch; onSearch: (next: QueueSearch, replace?: boolean) => void }
export type ReviewWorkspace = ReturnType<typeof useReviewWorkspace>

/** The state of the review queue: open submission, selection, drafts, running saves and undo. */
export function useReviewWorkspace({ search, onSearch }: Options) {
  const { staff } = useSession()
  const query = useSubmissions(search)
  const presence = usePresence(staff?.id)
  const [chosen, setSelection] = useState<Selection>(nothing)
  /** The focus target of the next navigation; set only by user actions. */
  const focusWanted = useRef<'detail' | 'row' | 'list'>(undefined)
  const [refused, setRefused] = useState<string>()
  const undo = useUndo({ onUndone: restore })
  const decisions = useDecisions({ onUndoable: undo.add })
  /** The submission of the open status dialog: a copy, because a filter may remove its row. */
  const [deciding, setDeciding] = useState<Submission>()
  const heading = useRef<HTMLHeadingElement>(null)
  const rows = (query.data?.data ?? []).map(decisions.shown)

  function open(id: string, { isThere = false } = {}) {
    focusWanted.current = 'detail'
    if (!isThere) onSearch({ ...search, view: 'review', id })
  }
  /** Closes the submission and focuses its row, or the list if the row may leave it. */
  function close(to: 'row' | 'list' = 'row') {
    focusWanted.current = to
    onSearch({ ...search, id: undefined })
  }
  function save(submission: Submission, draft: Draft, andNext: boolean) {
    const next = nextSubmission(rows, submission.id, (id) => presence.has(id))
    void decisions.save(submission, draft).then((saved) => !saved && setRefused(submission.id))
    if (!andNext) return
    if (next) open(next.id)
    else close('list')
  }
  function toPage(page: number, replace = false) {
    onSearch({ ...search, page: page > 1 ? page : undefined }, replace)
  }
  /** Opens another page and scrolls to its top. */
  function turnPage(page: number) {
    toPage(page)
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'start' })
  }
  const isBeyond = useExistingPage(query.data?.pagination, (page) => toPage(page, true))

  /** Reopens the undone submission with its draft. */
  function restore({ items, draft }: DecisionBatch, undone: Decided[]) {
    for (const { submissionId } of items) void decisions.readAgain(submissionId)
    const [now] = undone
    if (!draft || !now) return
    const isInDialog = deciding?.id === now.id
    // In the list view a new decision starts in its dialog.
    if (search.view !== 'review' && !isInDialog) return focusCard(now.id)
    decisions.setDraft(now.id, { ...draft, base: now.version })
    if (isInDialog) return
    if (now.id !== search.id) return open(now.id)
    // The pressed button disappears and would lose the focus.
    if (document.activeElement?.closest('[role="status"]')) document.getElementById('open-order')?.focus()
  }

  // Reopens a rejected decision unless the user is typing in another submission.
  const isBusy = search.id !== undefined && decisions.drafts[search.id] !== undefined
  const isBack = refused === search.id
  useEffect(() => {
    if (refused === undefined || (isBusy && !isBack)) return
    setRefused(undefined)
    if (isBack) return
    focusWanted.current = 'detail'
    onSearch({ ...search, view: 'review', id: refused })
  }, [refused, isBusy, isBack, onSearch, search])

  usePrefetch(search.id === undefined ? undefined : nextSubmission(rows, search.id, (id) => presence.has(id))?.id)

  return {
    search,
    onSearch,
    query,
    rows,
    presence,
    selection: stillListed(chosen, rows),
    setSelection,
    focusWanted,
    /** The submission of a rejected decision while the user types in another one. */
    refused: isBack ? undefined : refused,
    undo,
    decisions,
    deciding,
    setDeciding,
    heading,
    turnPage,
    /** The requested page does not exist; the last one is loading. */
    isBeyond,
    open,
    close,
    save,
  }
}

/** The pressed button disappears and would lose the focus. */
function focusCard(id: string): void {
  if (document.activeElement?.closest('[role="status"]'))
    document.querySelector<HTMLElement>(`article[aria-labelledby="${CSS.escape(`order-${id}`)}"]`)?.focus()
}

/** Prefetches the next submission. */
function usePrefetch(submissionId: string | undefined): void {
  const utils = trpc.useUtils()

  useEffect(() => {
    if (submissionId !== undefined) void utils.admin.review.get.prefetch({ submissionId })
  }, [submissionId, utils])
}
