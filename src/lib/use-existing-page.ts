import { useEffect, useEffectEvent } from 'react'
import type { Pagination } from '#shared/paging-schema.ts'

/**
 * Leads to the last page where the one that was read lies beyond it, as after deciding everything on the last page.
 * True until that page is there, so that a list with entries never looks empty.
 */
export function useExistingPage(pagination: Pagination | undefined, onPage: (page: number) => void): boolean {
  const { currentPage = 1, totalPages = 0 } = pagination ?? {}
  const lastPage = totalPages > 0 && currentPage > totalPages ? totalPages : undefined
  const lead = useEffectEvent(onPage)
  // The page is part of the address, which is outside React.
  useEffect(() => {
    if (lastPage !== undefined) lead(lastPage)
  }, [lastPage])
  return lastPage !== undefined
}
