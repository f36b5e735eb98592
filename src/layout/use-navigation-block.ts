import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { isPageOutdated } from '#client/lib/load-chunk.ts'
import { loadPage } from '#client/lib/load-page.ts'

const never = new Promise<never>(() => undefined)

/** A page that somebody wanted to go to and that did not load. */
type FailedPage = { retry: () => Promise<void>; isOutdated: boolean; onClose: () => void }

/**
 * Lets the present page stand, with all that was typed, until the code of the next one is there. Answers the page
 * that did not come.
 */
export function useNavigationBlock(): FailedPage | undefined {
  const router = useRouter()
  const [failed, setFailed] = useState<FailedPage>()

  // The history is outside React.
  useEffect(() => {
    let latest: object | undefined
    return router.history.block({
      enableBeforeUnload: false,
      blockerFn: async (move) => {
        latest = move
        setFailed(undefined)
        const { currentLocation, nextLocation, action } = move
        const hasLoaded = await loadPage(router, router.parseLocation(nextLocation).pathname)
        // Somebody has gone elsewhere since; to refuse a step back now would undo that.
        if (latest !== move) return never
        if (hasLoaded) return false
        // The newer build draws the page.
        if (isPageOutdated() && action === 'PUSH') {
          location.assign(nextLocation.href)
          return never
        }
        const steps = nextLocation.state.__TSR_index - currentLocation.state.__TSR_index
        setFailed({
          retry: async () => {
            if (action === 'PUSH') router.history.push(nextLocation.href, nextLocation.state)
            else if (action === 'REPLACE') router.history.replace(nextLocation.href, nextLocation.state)
            else router.history.go(steps)
          },
          isOutdated: isPageOutdated(),
          onClose: () => setFailed(undefined),
        })
        return true
      },
    })
  }, [router])

  return failed
}
