import { useEffect, useEffectEvent } from 'react'
import type { Pagination } from '#shared/paging-schema.ts'

/** Navigates to the last page when the requested one is gone. True until then, so that the list never looks empty. */
export function useExistingPage(pagination: Pagination | undefined, onPage: (page: number) => void) {
  const { currentPage = 1, totalPages = 0 } = pagination ?? {}
  const lastPage = totalPages > 0 && currentPage > totalPages ? totalPages : undefined
  const lead = useEffectEvent(onPage)
  useEffect(() => {
    if (lastPage !== undefined) lead(lastPage)
  }, [lastPage])
  return lastPage !== undefined
}
