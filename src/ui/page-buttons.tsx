import type { Pagination } from '#shared/paging-schema.ts'
import { SmallButton } from './button.tsx'

type PageFootProps = { pagination: Pagination; shown: number; what?: string; onPage: (page: number) => void }

/** Which entries the page shows, and the other pages. A list of one page has none, unless it was cut. */
export function PageFoot({ pagination, shown, what, onPage }: PageFootProps) {
  const { totalPages, amongNewest } = pagination
  if (totalPages <= 1 && (amongNewest === undefined || shown === 0)) return null
  return (
    <div className="cluster spread gap-3 pad-top-4">
      <p className="muted">{showingText(pagination, shown, what)}</p>
      <PageButtons pagination={pagination} pages={pageButtons(pagination)} onPage={onPage} />
    </div>
  )
}

type PageButtonsProps = { pagination: Pagination; pages?: readonly number[]; onPage: (page: number) => void }

export function PageButtons({ pagination, pages = [], onPage }: PageButtonsProps) {
  const { currentPage: current, hasPrev, hasNext } = pagination
  return (
    <nav aria-label="Pagination" className="cluster gap-2">
      <SmallButton disabledReason={hasPrev ? undefined : 'This is the first page'} onClick={() => onPage(current - 1)}>
        Previous
      </SmallButton>
      {pages.map((page) => (
        <SmallButton
          key={page}
          variant={page === current ? 'primary' : 'secondary'}
          aria-label={`Page ${page}`}
          aria-current={page === current ? 'page' : undefined}
          onClick={() => onPage(page)}
        >
          {page}
        </SmallButton>
      ))}
      <SmallButton disabledReason={hasNext ? undefined : 'This is the last page'} onClick={() => onPage(current + 1)}>
        Next
      </SmallButton>
    </nav>
  )
}

type OlderButtonsProps = {
  what: string
  isNewest: boolean
  older: number | undefined
  onPage: (before: number | undefined) => void
}

/** For pages that begin after an entry instead of having numbers. */
export function OlderButtons({ what, isNewest, older, onPage }: OlderButtonsProps) {
  if (isNewest && older === undefined) return null
  return (
    <nav className="cluster end gap-2 margin-top-4" aria-label={`Pages of the ${what}`}>
      {!isNewest && <SmallButton onClick={() => onPage(undefined)}>Newest</SmallButton>}
      <SmallButton
        disabledReason={older === undefined ? `No older ${what}` : undefined}
        onClick={() => older !== undefined && onPage(older)}
      >
        Older
      </SmallButton>
    </nav>
  )
}

const PAGE_BUTTONS = 5

export function pageButtons({ currentPage, totalPages }: Pagination) {
  const count = Math.min(PAGE_BUTTONS, totalPages)
  const first = Math.max(1, Math.min(currentPage - Math.floor(PAGE_BUTTONS / 2), totalPages - count + 1))
  return Array.from({ length: count }, (_, at) => first + at)
}

/** 'Showing 16 to 30 of 42 users'; '... of more than 500' or '... of 42 among the newest 2000' if counting stopped. */
export function showingText(
  { currentPage, limit, totalItems, moreThan, amongNewest }: Pagination,
  shown: number,
  what = 'submissions',
) {
  const first = shown === 0 ? 0 : (currentPage - 1) * limit + 1
  const total = `${moreThan ? 'more than ' : ''}${totalItems} ${what}`
  const among = amongNewest === undefined ? '' : ` among the newest ${amongNewest}`
  return `Showing ${first} to ${shown === 0 ? 0 : first + shown - 1} of ${total}${among}`
}
