import { useEffect, useRef, useState } from 'react'
import { formatAge } from '#client/lib/format.ts'
import { singleKeys } from '#client/lib/single-keys.ts'
import { useNow } from '#client/lib/use-now.ts'
import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { SmallButton } from '#client/ui/row-button.tsx'
import { BulkBar } from '../bulk/bulk-bar.tsx'
import { Shortcuts, ShortcutsDialog } from '../keyboard-shortcuts/shortcuts.tsx'
import { firstSubmission } from './next-submission.ts'
import styles from './review.module.css'
import { ReviewDetail } from './review-detail.tsx'
import { ReviewList } from './review-list.tsx'
import { useWorkspace } from './use-review-workspace.ts'

export function ReviewView() {
  const { search, refused, open } = useWorkspace()
  const [showsKeys, setShowsKeys] = useState(false)
  useFocusBack()

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
          <BulkBar />
          <ReviewList />
        </div>
        {search.id === undefined ? (
          <Invitation />
        ) : (
          <ReviewDetail key={search.id} id={search.id} onKeys={() => setShowsKeys(true)} />
        )}
      </div>
      {showsKeys && <ShortcutsDialog onClose={() => setShowsKeys(false)} />}
    </div>
  )
}

function Invitation() {
  const { rows, presence, query, isBeyond, open } = useWorkspace()
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

function useFocusBack() {
  const { search, focusWanted, list } = useWorkspace()
  const { id } = search
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
