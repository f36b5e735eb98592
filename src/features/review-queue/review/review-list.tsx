import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useStaffPermissions } from '#client/lib/staff-session.ts'
import { RowCheck } from '#client/ui/row-check.tsx'
import { formatDollars } from '#shared/money.ts'
import type { Submission } from '#shared/submission-schema.ts'
import { selectRange, toggleRow } from '../bulk/select-rows.ts'
import { OrderTags, SubmissionAge, Viewers } from '../order-tags.tsx'
import { QueuePage } from '../queue-page.tsx'
import { WarningMark } from './duplicate-warnings.tsx'
import own from './review-list.module.css'
import { useWorkspace } from './use-review-workspace.ts'

export function ReviewList() {
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
