import type { Pagination } from './paging-schema.ts'

export const SUBMISSIONS_PER_PAGE = 15

export function paginate(totalItems: number, page: number, limit: number): Pagination {
  const totalPages = Math.ceil(totalItems / limit)
  return { totalItems, totalPages, currentPage: page, limit, hasPrev: page > 1, hasNext: page < totalPages }
}
