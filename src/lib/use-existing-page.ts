import { useEffect, useEffectEvent } from 'react'
import type { Pagination } from '#shared/paging-schema.ts'

/**
 * Navigates to the last page when the requested one no longer exists, as after deciding everything on the last page.
 * Returns true until then, so that a list with entries never looks empty.
 */
export function useExistingPage(pagination: Pagination | undefined, onPage: (page: number) => void): boolean {
  const { currentPage = 1, totalPages = 0 } = pagination ?? {}
  const lastPage = totalPages > 0 && currentPage > totalPages ? totalPages : undefined
  const lead = useEffectEvent(onPage)
  // The page number is part of the URL, which is outside React.
  useEffect(() => {
    if (lastPage !== undefined) lead(lastPage)
  }, [lastPage])
  return lastPage !== undefined
}
