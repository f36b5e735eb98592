import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { BulkBar } from '#client/features/review-queue/bulk/bulk-bar.tsx'
import { selectRange, toggleRow } from '#client/features/review-queue/bulk/select-rows.ts'
import { Shortcuts, ShortcutsDialog } from '#client/features/review-queue/keyboard-shortcuts/shortcuts.tsx'
import { OrderTags, SubmissionAge, Viewers } from '#client/features/review-queue/order-tags.tsx'
import { QueuePage } from '#client/features/review-queue/queue-page.tsx'
import { formatAge } from '#client/lib/format.ts'
import { singleKeys } from '#client/lib/single-keys.ts'
import { useStaffPermissions } from '#client/lib/staff-session.ts'
import { useNow } from '#client/lib/use-now.ts'
import { Button, SmallButton } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { RowCheck } from '#client/ui/row-check.tsx'
import { formatDollars } from '#shared/money.ts'
import type { Submission } from '#shared/submission-schema.ts'
import { WarningMark } from './duplicate-warnings.tsx'
import { firstSubmission } from './next-submission.ts'
import styles from './review.module.css'
import { ReviewDetail } from './review-detail.tsx'
import own from './review-list.module.css'
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

function ReviewList() {
  const { query, rows, search, list, selection, setSelection } = useWorkspace()
  const [focused, setFocused] = useState<{ id: string; whileOpen: string | undefined }>()
  const [lastChosen, setLastChosen] = useState<string>()
  // An order that was opened after that is where the keys are.
  const isCurrent = focused?.whileOpen === search.id && rows.some(({ id }) => id === focused?.id)
  const cursor = isCurrent ? focused?.id : search.id
  function choose(row: (typeof rows)[number], isRange: boolean) {
    setSelection(isRange ? selectRange(selection, rows, lastChosen, row.id) : toggleRow(selection, row))
    setLastChosen(row.id)
  }
  return (
    <section ref={list} aria-label="Submissions" tabIndex={-1} aria-busy={query.isPlaceholderData}>
      <QueuePage>
        <ul className="plain">
          {rows.map((row) => (
            <ReviewRow
              key={row.id}
              submission={row}
              hasKeys={row.id === cursor}
              onChoose={(isRange) => choose(row, isRange)}
              onFocus={() => setFocused({ id: row.id, whileOpen: search.id })}
            />
          ))}
        </ul>
      </QueuePage>
    </section>
  )
}

type ReviewRowProps = {
  submission: Submission
  hasKeys: boolean
  onChoose: (isRange: boolean) => void
  onFocus: () => void
}

function ReviewRow({ submission, hasKeys, onChoose, onFocus }: ReviewRowProps) {
  const { search, open, selection } = useWorkspace()
  const { mayReview } = useStaffPermissions()
  const { id, cardType, cardValue, status } = submission
  const isOpen = id === search.id
  const item = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isOpen) item.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])
  return (
    <li ref={item} className={`hover-sunken line-bottom ${own.row}`} data-open={isOpen || undefined} onFocus={onFocus}>
      {mayReview && status !== 'registered' ? (
        <RowCheck
          label={`Select ${id}`}
          isChecked={selection.has(id)}
          onToggle={onChoose}
          shortcut={hasKeys ? 'x Shift+X' : undefined}
        />
      ) : (
        <span />
      )}
      <Link
        to="/admin"
        search={(old) => ({ ...old, ...search, view: 'review', id })}
        resetScroll={false}
        preload={false}
        className={own.link}
        aria-current={isOpen || undefined}
        data-submission={id}
        onClick={() => open(id, { isThere: true })}
      >
        <span className={`breaks ${own.what}`}>
          <WarningMark id={id} /> <strong>{cardType}</strong> {status !== 'registered' && formatDollars(cardValue)}
        </span>
        <span className={own.status}>
          <OrderTags submission={submission} />
        </span>
        <span className={`mono muted breaks ${own.reference}`}>{id}</span>
        <span className={own.age}>
          <SubmissionAge submission={submission} />
        </span>
        <Viewers id={id} className={own.viewing} />
      </Link>
    </li>
  )
}
