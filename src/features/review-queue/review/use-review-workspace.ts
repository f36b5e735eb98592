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
import { type Taken, useUndo } from '../undo/use-undo.ts'
import { useSubmissions } from '../use-submissions.ts'
import { nextSubmission } from './next-submission.ts'
import { usePresence } from './use-review.ts'

type Options = { search: QueueSearch; onSearch: (next: QueueSearch, replace?: boolean) => void }
export type ReviewWorkspace = ReturnType<typeof useReviewWorkspace>

/** The work on one page of the queue: what is open, chosen, typed, being saved, and what can still be taken back. */
export function useReviewWorkspace({ search, onSearch }: Options) {
  const { staff } = useSession()
  const query = useSubmissions(search)
  const presence = usePresence(staff?.id)
  const [chosen, setSelection] = useState<Selection>(nothing)
  /** Where the focus goes with the next change of what is open: what a person did leads it, nothing else. */
  const focusWanted = useRef<'detail' | 'row' | 'list'>(undefined)
  const [refused, setRefused] = useState<string>()
  const undo = useUndo({ onUndone: restore })
  const decisions = useDecisions({ onUndoable: undo.add })
  /** The submission whose status dialog is open: a copy, since under a filter its row leaves the page. */
  const [deciding, setDeciding] = useState<Submission>()
  const heading = useRef<HTMLHeadingElement>(null)
  const rows = (query.data?.data ?? []).map(decisions.shown)

  function open(id: string, { isThere = false } = {}) {
    focusWanted.current = 'detail'
    if (!isThere) onSearch({ ...search, view: 'review', id })
  }
  /** Goes back to the row of the order, or to the list when the order may leave it. */
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
  /** Shows another page from its beginning. */
  function turnPage(page: number) {
    toPage(page)
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'start' })
  }
  const isBeyond = useExistingPage(query.data?.pagination, (page) => toPage(page, true))

  /** The order comes back with what was typed for it. */
  function restore({ items, draft }: Taken, undone: Decided[]) {
    for (const { submissionId } of items) void decisions.readAgain(submissionId)
    const [now] = undone
    if (!draft || !now) return
    const isInDialog = deciding?.id === now.id
    // In the list a decision is made in its dialog, from the beginning.
    if (search.view !== 'review' && !isInDialog) return focusCard(now.id)
    decisions.setDraft(now.id, { ...draft, base: now.version })
    if (isInDialog) return
    if (now.id !== search.id) return open(now.id)
    // The button that was pressed goes, and would take the focus along.
    if (document.activeElement?.closest('[role="status"]')) document.getElementById('open-order')?.focus()
  }

  // A refused decision is gone back to, unless that would tear somebody from what they are typing.
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
    /** A decision that was refused while its author types in another order. */
    refused: isBack ? undefined : refused,
    undo,
    decisions,
    deciding,
    setDeciding,
    heading,
    turnPage,
    /** The page lies beyond the last; the last one is on its way. */
    isBeyond,
    open,
    close,
    save,
  }
}

/** The button that was pressed goes, and would take the focus along. */
function focusCard(id: string): void {
  if (document.activeElement?.closest('[role="status"]'))
    document.querySelector<HTMLElement>(`article[aria-labelledby="${CSS.escape(`order-${id}`)}"]`)?.focus()
}

/** Reads the next order ahead, so that it is there at once. */
function usePrefetch(submissionId: string | undefined): void {
  const utils = trpc.useUtils()
  // The cache is outside React.
  useEffect(() => {
    if (submissionId !== undefined) void utils.admin.review.get.prefetch({ submissionId })
  }, [submissionId, utils])
}
