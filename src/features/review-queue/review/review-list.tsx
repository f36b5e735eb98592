import { Link } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useStaffPermissions } from '#client/lib/staff-session.ts'
import { useNow } from '#client/lib/use-now.ts'
import { Tag } from '#client/ui/badge.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { ListState } from '#client/ui/list-page.tsx'
import { PageFoot } from '#client/ui/page-buttons.tsx'
import { RowCheck } from '#client/ui/row-check.tsx'
import { formatDollars } from '#shared/money.ts'
import type { FlagKind } from '#shared/review.ts'
import { statusLabels } from '#shared/status-label.ts'
import type { Submission } from '#shared/submission-schema.ts'
import { selectRange, toggleRow } from '../bulk/select-rows.ts'
import { PayoutTag } from '../payout-tag.tsx'
import { EmptyPage } from '../queue-page.tsx'
import type { QueueSearch } from '../queue-search.ts'
import { RequestTag } from '../requests/request-tag.tsx'
import { SubmissionAge } from '../submission-age.tsx'
import { WarningMark } from './duplicate-warnings.tsx'
import own from './review-list.module.css'
import { type RowWarnings, viewingText } from './use-review.ts'
import type { ReviewWorkspace } from './use-review-workspace.ts'

const AGE_TICK_MS = 30_000

type ReviewListProps = {
  workspace: ReviewWorkspace
  warnings: RowWarnings
  listRef: RefObject<HTMLElement | null>
}

export function ReviewList({ workspace, warnings, listRef }: ReviewListProps) {
  const now = useNow(AGE_TICK_MS)
  const { query, rows, search, onSearch, open, presence, isBeyond, turnPage, selection, setSelection } = workspace
  const { mayReview } = useStaffPermissions()
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
      <ListState query={query} what="submissions">
        {({ pagination }, loading) => {
          if (isBeyond) return loading
          if (rows.length === 0)
            return <EmptyPage search={search} onSearch={onSearch} amongNewest={pagination.amongNewest} />
          return (
            <>
              <ul className="plain">
                {rows.map((row) => (
                  <ReviewRow
                    key={row.id}
                    submission={row}
                    search={search}
                    now={now}
                    isOpen={row.id === search.id}
                    hasKeys={row.id === cursor}
                    isChosen={selection.has(row.id)}
                    viewers={presence.get(row.id) ?? []}
                    warnings={warnings.byId.get(row.id)}
                    mayChoose={mayReview}
                    onChoose={(isRange) => choose(row, isRange)}
                    onOpen={() => open(row.id, { isThere: true })}
                    onFocus={() => setFocused({ id: row.id, whileOpen: search.id })}
                  />
                ))}
              </ul>
              <PageFoot pagination={pagination} shown={rows.length} onPage={turnPage} />
            </>
          )
        }}
      </ListState>
    </section>
  )
}

type ReviewRowProps = {
  submission: Submission
  search: QueueSearch
  now: number
  isOpen: boolean
  /** Only one row at a time has the selection shortcuts. */
  hasKeys: boolean
  isChosen: boolean
  /** Names of colleagues who are viewing it. */
  viewers: readonly string[]
  warnings: readonly FlagKind[] | undefined
  mayChoose: boolean
  onChoose: (isRange: boolean) => void
  onOpen: () => void
  onFocus: () => void
}

function ReviewRow(props: ReviewRowProps) {
  const { submission, search, now, isOpen, hasKeys, isChosen, viewers, warnings, mayChoose } = props
  const { onChoose, onOpen, onFocus } = props
  const { id, cardType, cardValue, status } = submission
  const { name, tone } = statusLabels[status]
  const item = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isOpen) item.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])
  return (
    <li ref={item} className={`hover-sunken line-bottom ${own.row}`} data-open={isOpen || undefined} onFocus={onFocus}>
      {mayChoose && status !== 'registered' ? (
        <RowCheck
          label={`Select ${id}`}
          isChecked={isChosen}
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
        onClick={onOpen}
      >
        <span className={`breaks ${own.what}`}>
          {warnings && <WarningMark kinds={warnings} />} <strong>{cardType}</strong>{' '}
          {status !== 'registered' && formatDollars(cardValue)}
        </span>
        <span className={own.status}>
          <Tag tone={tone}>{name}</Tag>
          <PayoutTag submission={submission} />
          <RequestTag submission={submission} />
        </span>
        <span className={`mono muted breaks ${own.reference}`}>{id}</span>
        <span className={own.age}>
          <SubmissionAge submission={submission} now={now} />
        </span>
        {viewers.length > 0 && (
          <span className={`inline-row gap-1 strong info ${own.viewing}`}>
            <Icon name="eye" size={16} /> {viewingText(viewers)}
          </span>
        )}
      </Link>
    </li>
  )
}
