import { createContext, useContext, useEffect, useRef, useState } from 'react'
import { useSession } from '#client/lib/session.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useExistingPage } from '#client/lib/use-existing-page.ts'
import type { Decided } from '#shared/review-schema.ts'
import type { Submission } from '#shared/submission-schema.ts'
import { nothing, type Selection, stillListed } from '../bulk/select-rows.ts'
import type { Draft } from '../decision/draft.ts'
import { useDecisions } from '../decision/use-decisions.ts'
import { isPaid, type RenderProblems } from '../paid-order.ts'
import type { QueueSearch } from '../queue-search.ts'
import { type DecisionBatch, useUndo } from '../undo/use-undo.ts'
import { useRowsOfPage, useSubmissions } from '../use-submissions.ts'
import { neighbour, nextSubmission } from './next-submission.ts'
import { usePresence, useWarnings } from './use-review.ts'

type Options = {
  search: QueueSearch
  onSearch: (next: QueueSearch, replace?: boolean) => void
  renderProblems: RenderProblems
}
type ReviewWorkspace = ReturnType<typeof useReviewWorkspace>

export const Workspace = createContext<ReviewWorkspace | undefined>(undefined)

/** What all parts of the queue share: its state in the URL, its rows, decisions and undo. */
export function useWorkspace() {
  const workspace = useContext(Workspace)
  if (!workspace) throw new Error('outside of the review queue')
  return workspace
}

export function useReviewWorkspace({ search, onSearch, renderProblems }: Options) {
  const { staff } = useSession()
  const query = useSubmissions(search)
  const presence = usePresence(staff?.id)
  const [chosen, setSelection] = useState<Selection>(nothing)
  /** The focus target of the next navigation; set only by user actions. */
  const focusWanted = useRef<'detail' | 'row' | 'list'>(undefined)
  const [refused, setRefused] = useState<string>()
  const undo = useUndo(restore)
  const decisions = useDecisions(undo.add)
  /** A copy, because a filter may remove the row of the open dialog. */
  const [deciding, setDeciding] = useState<Submission>()
  const heading = useRef<HTMLHeadingElement>(null)
  const list = useRef<HTMLElement>(null)
  const rows = (query.data?.data ?? []).map(decisions.shown)
  const beside = useRowsBeside(search, query, rows)
  const warnings = useWarnings(rows)

  /** `isThere`: on the page beside this one. */
  function open(id: string, { isThere = false } = {}) {
    focusWanted.current = 'detail'
    if (!isThere) onSearch({ ...search, view: 'review', id, page: beside.pageOf(id) })
  }
  /** Focuses the list if the row may leave it. */
  function close(to: 'row' | 'list' = 'row') {
    focusWanted.current = to
    onSearch({ ...search, id: undefined })
  }
  const nextAfter = (id: string) => nextSubmission(rows, id, (each) => presence.has(each), beside.following)
  function save(submission: Submission, draft: Draft, andNext: boolean) {
    const next = nextAfter(submission.id)
    void decisions.save(submission, draft).then((saved) => !saved && setRefused(submission.id))
    if (!andNext) return
    if (next) open(next.id)
    else close('list')
  }
  function toPage(page: number, replace = false) {
    onSearch({ ...search, page: page > 1 ? page : undefined }, replace)
  }
  function turnPage(page: number) {
    toPage(page)
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'start' })
  }
  function showNewer() {
    query.showNewer()
    if (search.page !== undefined) toPage(1)
  }
  const isBeyond = useExistingPage(query.data?.pagination, (page) => toPage(page, true))

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
  const isBusy = search.id !== undefined && decisions.of(search.id).draft !== undefined
  const isBack = refused === search.id
  useEffect(() => {
    if (refused === undefined || (isBusy && !isBack)) return
    setRefused(undefined)
    if (isBack) return
    focusWanted.current = 'detail'
    onSearch({ ...search, view: 'review', id: refused })
  }, [refused, isBusy, isBack, onSearch, search])

  usePrefetch(search.id === undefined ? undefined : nextAfter(search.id)?.id)

  return {
    search,
    onSearch,
    query,
    rows,
    previous: beside.previous,
    next: beside.next,
    presence,
    warnings,
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
    list,
    problemsOf: (order: Submission) =>
      isPaid(order) && renderProblems({ submissionId: order.id, onUndoable: undo.offer }),
    turnPage,
    showNewer,
    isBeyond,
    open,
    close,
    save,
  }
}

function useRowsBeside(
  search: QueueSearch,
  { data, until }: ReturnType<typeof useSubmissions>,
  rows: readonly Submission[],
) {
  const { id, page = 1 } = search
  const at = rows.findIndex((row) => row.id === id)
  const { hasPrev = false, hasNext = false } = data?.pagination ?? {}
  const preceding = useRowsOfPage(search, until, at === 0 && hasPrev ? page - 1 : undefined)
  const following = useRowsOfPage(search, until, id !== undefined && hasNext ? page + 1 : undefined)

  function pageOf(wanted: string) {
    const isHere = rows.some((row) => row.id === wanted)
    const isThere = (others: readonly Submission[]) => !isHere && others.some((row) => row.id === wanted)
    const shown = isThere(following) ? page + 1 : isThere(preceding) ? page - 1 : page
    return shown > 1 ? shown : undefined
  }
  return {
    following,
    previous: at === -1 ? undefined : (neighbour(rows, id, -1) ?? preceding.at(-1)),
    next: neighbour(rows, id, 1) ?? following[0],
    pageOf,
  }
}

/** The pressed button disappears and would lose the focus. */
function focusCard(id: string) {
  if (document.activeElement?.closest('[role="status"]'))
    document.querySelector<HTMLElement>(`article[aria-labelledby="${CSS.escape(`order-${id}`)}"]`)?.focus()
}

function usePrefetch(submissionId: string | undefined) {
  const utils = trpc.useUtils()

  useEffect(() => {
    if (submissionId !== undefined) void utils.admin.review.get.prefetch({ submissionId })
  }, [submissionId, utils])
}
