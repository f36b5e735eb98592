import type { Pagination } from './paging-schema.ts'

export const SUBMISSIONS_PER_PAGE = 15
const PAGE_BUTTONS = 5

export function paginate(totalItems: number, page: number, limit: number): Pagination {
  const totalPages = Math.ceil(totalItems / limit)
  return { totalItems, totalPages, currentPage: page, limit, hasPrev: page > 1, hasNext: page < totalPages }
}

/** The page numbers that get a button: at most 5, around the current page. */
export function pageButtons({ currentPage, totalPages }: Pagination): number[] {
  const count = Math.min(PAGE_BUTTONS, totalPages)
  const first = Math.max(1, Math.min(currentPage - Math.floor(PAGE_BUTTONS / 2), totalPages - count + 1))
  return Array.from({ length: count }, (_, at) => first + at)
}

/**
 * 'Showing 16 to 30 of 42 submissions'; '... of more than 500 submissions' or '... of 42 submissions among the newest
 * 2000' when counting stopped early.
 */
export function showingText(
  { currentPage, limit, totalItems, moreThan, amongNewest }: Pagination,
  shown: number,
  what = 'submissions',
): string {
  const first = shown === 0 ? 0 : (currentPage - 1) * limit + 1
  const total = `${moreThan ? 'more than ' : ''}${totalItems} ${what}`
  const among = amongNewest === undefined ? '' : ` among the newest ${amongNewest}`
  return `Showing ${first} to ${shown === 0 ? 0 : first + shown - 1} of ${total}${among}`
}
