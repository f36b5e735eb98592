import { type RefObject, useEffect, useRef, useState } from 'react'
import { formatAge } from '#client/lib/format.ts'
import { singleKeys } from '#client/lib/single-keys.ts'
import { useStaffPermissions } from '#client/lib/staff-session.ts'
import { useNow } from '#client/lib/use-now.ts'
import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { SmallButton } from '#client/ui/row-button.tsx'
import { BulkBar, useBulk } from '../bulk/bulk-bar.tsx'
import { Shortcuts, ShortcutsDialog } from '../keyboard-shortcuts/shortcuts.tsx'
import type { RenderProblems } from '../paid-order.ts'
import { firstSubmission } from './next-submission.ts'
import styles from './review.module.css'
import { ReviewDetail } from './review-detail.tsx'
import { ReviewList } from './review-list.tsx'
import { useWarnings } from './use-review.ts'
import type { ReviewWorkspace } from './use-review-workspace.ts'

export type QueueViewProps = {
  workspace: ReviewWorkspace
  listRef: RefObject<HTMLElement | null>
  renderProblems: RenderProblems
}

export function ReviewView({ workspace, listRef: list, renderProblems }: QueueViewProps) {
  const { search, rows, selection, setSelection, undo, query, refused, open } = workspace
  const { mayReview } = useStaffPermissions()
  const warnings = useWarnings(rows, mayReview)
  const [showsKeys, setShowsKeys] = useState(false)
  // The bulk bar disappears with the selection and would lose the focus.
  const focusList = () => list.current?.focus({ preventScroll: true })
  const bulk = useBulk({
    onSelection: setSelection,
    onUndoable: undo.add,
    onDone: () => {
      void query.refetch()
      focusList()
    },
  })
  useFocusBack(workspace, list)

  return (
    <div className={`stack gap-3 ${styles.view}`}>
      {refused && (
        <Notice tone="bad" role="alert" title={`Your decision on ${refused} wasn't saved`}>
          <SmallButton onClick={() => open(refused)}>Go back to it</SmallButton>
        </Notice>
      )}
      <div
        className={`line-top stack top gap-0 ${styles.panes}`}
        data-panes
        data-open={search.id !== undefined || undefined}
      >
        <div className={`stack gap-2 shrinks ${styles.listPane}`}>
          <BulkBar {...{ selection, rows, warnings, bulk }} onSelection={setSelection} onCleared={focusList} />
          <ReviewList workspace={workspace} warnings={warnings} listRef={list} />
        </div>
        {search.id === undefined ? (
          <Invitation workspace={workspace} />
        ) : (
          <ReviewDetail
            key={search.id}
            id={search.id}
            workspace={workspace}
            renderProblems={renderProblems}
            onKeys={() => setShowsKeys(true)}
          />
        )}
      </div>
      {showsKeys && <ShortcutsDialog onClose={() => setShowsKeys(false)} />}
    </div>
  )
}

function Invitation({ workspace: { rows, presence, query, isBeyond, open } }: { workspace: ReviewWorkspace }) {
  const areKeysOn = singleKeys.use()
  const now = useNow()
  const byAge = rows.toSorted((one, other) => (one.createdAt < other.createdAt ? -1 : 1))
  const oldest = firstSubmission(byAge, (id) => presence.has(id))
  return (
    <div className={styles.invitation}>
      {query.data && !isBeyond && <h3>{oldest ? 'Choose an order to review' : 'No orders to review on this page'}</h3>}
      {oldest && (
        <Button onClick={() => open(oldest.id)}>Review the oldest order ({formatAge(oldest.createdAt, now)})</Button>
      )}
      {areKeysOn && <p className="muted">J opens the first order. With J and K you go on from order to order.</p>}
      <Shortcuts />
    </div>
  )
}

function useFocusBack({ search: { id }, focusWanted }: ReviewWorkspace, list: { current: HTMLElement | null }): void {
  const last = useRef<string>(undefined)
  useEffect(() => {
    if (id !== undefined) last.current = id
    else if (focusWanted.current === 'list' || focusWanted.current === 'row') {
      const isToRow = focusWanted.current === 'row'
      focusWanted.current = undefined
      const row =
        isToRow && list.current?.querySelector<HTMLElement>(`[data-submission="${CSS.escape(last.current ?? '')}"]`)
      ;(row || list.current)?.focus()
    }
  }, [id, focusWanted, list])
}
