import { oneOf, pageNumber, searchParams, text } from '#client/lib/search-params.ts'
import { type UserSort, userSorts } from '#shared/registered-user.ts'

/** Search parameters of the user list. Defaults: no search, newest first, page 1. */
export type UserSearch = { search?: string; sort?: UserSort; page?: number }

export const readUserSearch = searchParams<UserSearch>({
  search: text(200),
  sort: oneOf(userSorts, userSorts[0]),
  page: pageNumber,
})
