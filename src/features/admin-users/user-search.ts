import { type UserSort, userSorts } from '#shared/registered-user.ts'

/** Search parameters of the user list. Defaults: no search, newest first, page 1. */
export type UserSearch = { search?: string; sort?: UserSort; page?: number }

const SEARCH_MAX_LENGTH = 200

/**
 * Reads the search parameters. Sets invalid and default ones to undefined explicitly, because the router keeps the raw
 * value of absent keys.
 */
export function readUserSearch(raw: Record<string, unknown>): UserSearch {
  // The router parses '?search=123' as a number.
  const search = typeof raw.search === 'string' || typeof raw.search === 'number' ? String(raw.search) : ''
  const sort = userSorts.find((each) => each === raw.sort)
  const page = Number(raw.page)
  return {
    search: search.trim() === '' ? undefined : search.slice(0, SEARCH_MAX_LENGTH),
    sort: sort === userSorts[0] ? undefined : sort,
    page: Number.isSafeInteger(page) && page > 1 ? page : undefined,
  }
}
