import { type UserSort, userSorts } from '#shared/registered-user.ts'

/** What the address of /admin says about the list of users; what is left out is everybody, the newest first, page 1. */
export type UserSearch = { search?: string; sort?: UserSort; page?: number }

const SEARCH_MAX_LENGTH = 200

/** Reads the address's search parameters. Anything that is not ours is undefined, and named, as the router wants it. */
export function readUserSearch(raw: Record<string, unknown>): UserSearch {
  // The router reads '?search=123' as a number.
  const search = typeof raw.search === 'string' || typeof raw.search === 'number' ? String(raw.search) : ''
  const sort = userSorts.find((each) => each === raw.sort)
  const page = Number(raw.page)
  return {
    search: search.trim() === '' ? undefined : search.slice(0, SEARCH_MAX_LENGTH),
    sort: sort === userSorts[0] ? undefined : sort,
    page: Number.isSafeInteger(page) && page > 1 ? page : undefined,
  }
}
