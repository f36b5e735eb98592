import { Link } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useStaffPermissions } from '#client/lib/staff-session.ts'
import { useNow } from '#client/lib/use-now.ts'
import { RowCheck } from '#client/ui/row-check.tsx'
import { formatDollars } from '#shared/money.ts'
import type { FlagKind } from '#shared/review.ts'
import type { Submission } from '#shared/submission-schema.ts'
import { selectRange, toggleRow } from '../bulk/select-rows.ts'
import { OrderTags, SubmissionAge, Viewers } from '../order-tags.tsx'
import { QueuePage } from '../queue-page.tsx'
import { WarningMark } from './duplicate-warnings.tsx'
import own from './review-list.module.css'
import type { RowWarnings } from './use-review.ts'
import type { ReviewWorkspace } from './use-review-workspace.ts'

type ReviewListProps = {
  workspace: ReviewWorkspace
  warnings: RowWarnings
  listRef: RefObject<HTMLElement | null>
}

export function ReviewList({ workspace, warnings, listRef }: ReviewListProps) {
  const now = useNow()
  const { query, rows, search, selection, setSelection } = workspace
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
    <section ref={listRef} aria-label="Submissions" tabIndex={-1} aria-busy={query.isPlaceholderData}>
      <QueuePage workspace={workspace}>
        <ul className="plain">
          {rows.map((row) => (
            <ReviewRow
              key={row.id}
              submission={row}
              workspace={workspace}
              now={now}
              hasKeys={row.id === cursor}
              warnings={warnings.byId.get(row.id)}
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
  workspace: ReviewWorkspace
  now: number
  hasKeys: boolean
  warnings: readonly FlagKind[] | undefined
  onChoose: (isRange: boolean) => void
  onFocus: () => void
}

function ReviewRow({ submission, workspace, now, hasKeys, warnings, onChoose, onFocus }: ReviewRowProps) {
  const { search, open, presence, selection } = workspace
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
          {warnings && <WarningMark kinds={warnings} />} <strong>{cardType}</strong>{' '}
          {status !== 'registered' && formatDollars(cardValue)}
        </span>
        <span className={own.status}>
          <OrderTags submission={submission} />
        </span>
        <span className={`mono muted breaks ${own.reference}`}>{id}</span>
        <span className={own.age}>
          <SubmissionAge submission={submission} now={now} />
        </span>
        <Viewers names={presence.get(id) ?? []} className={own.viewing} />
      </Link>
    </li>
  )
}
