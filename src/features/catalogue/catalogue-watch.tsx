import { skipToken } from '@tanstack/react-query'
import { useEffect } from 'react'
import { catalogueStore, isCatalogueLoaded, loadCatalogue, takeCatalogue, useCatalogue } from '#client/lib/catalogue.ts'
import { useSession } from '#client/lib/session.ts'
import { trpc } from '#client/lib/trpc.ts'
import { createCatalogue } from '#shared/catalogue.ts'

/** A page that was away for this long may have missed a change. */
const OLD_MS = 60_000
/** Browsers run a timer with a longer delay at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

export function CatalogueWatch() {
  const { customer } = useSession()
  // Visitors have no socket, and none is opened for this.
  trpc.exchange.watchCatalogue.useSubscription(customer ? undefined : skipToken, { onData: takeCatalogue })
  useLoadOnReturn()
  useEndOfPauses()
  return null
}

function useLoadOnReturn() {
  useEffect(() => {
    let leftAt = Date.now()
    const look = () => {
      if (document.visibilityState === 'hidden') leftAt = Date.now()
      else if (!isCatalogueLoaded() || Date.now() - leftAt >= OLD_MS) void loadCatalogue()
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
}

/** Renders each page again when a pause ends, which is no change of the catalogue. */
function useEndOfPauses() {
  const { version, brands } = useCatalogue()
  useEffect(() => {
    const ends = brands
      .map(({ state, resumeAt }) => (state === 'paused' && resumeAt !== null ? Date.parse(resumeAt) : 0))
      .filter((end) => end > Date.now())
    if (ends.length === 0) return
    const inMs = Math.min(LONGEST_TIMER_MS, Math.min(...ends) - Date.now())
    const timer = setTimeout(() => catalogueStore.set(createCatalogue(version, brands)), inMs)
    return () => clearTimeout(timer)
  }, [version, brands])
}
