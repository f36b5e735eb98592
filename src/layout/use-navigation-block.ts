import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { type Failure, failureOf, isPageOutdated } from '#client/lib/load-chunk.ts'
import { loadPage } from '#client/lib/load-page.ts'

const never = new Promise<never>(() => undefined)

/** Pages that load faster show no progress bar. */
const PROGRESS_DELAY_MS = 150

/** The router commits before the code of a page is loaded: a failed chunk would replace the page and what was typed. */
export function useNavigationBlock() {
  const router = useRouter()
  const [isSlow, setIsSlow] = useState(false)
  const [failed, setFailed] = useState<{ retry: () => Promise<void>; failure: Failure; onClose: () => void }>()

  // The history is outside React.
  useEffect(() => {
    let latest: object | undefined
    let progress: ReturnType<typeof setTimeout>
    return router.history.block({
      enableBeforeUnload: false,
      blockerFn: async (move) => {
        latest = move
        setFailed(undefined)
        clearTimeout(progress)
        progress = setTimeout(setIsSlow, PROGRESS_DELAY_MS, true)
        const { currentLocation, nextLocation, action } = move
        const hasLoaded = await loadPage(router, router.parseLocation(nextLocation).pathname)
        // Superseded by a later navigation, which rejecting this one (a step back) would revert.
        if (latest !== move) return never
        clearTimeout(progress)
        setIsSlow(false)
        if (hasLoaded) return false
        // A full page load gets the page from the newer build.
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
          failure: failureOf(),
          onClose: () => setFailed(undefined),
        })
        return true
      },
    })
  }, [router])

  return { failed, isSlow }
}
