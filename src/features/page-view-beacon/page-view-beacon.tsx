import { useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { measuringConsent } from '#client/lib/tracking.ts'
import { countedPage, VISITOR_SIGN_MS } from '#shared/analytics.ts'
import { mayCount } from './is-tracking-allowed.ts'
import { sendSign } from './send-page-view.ts'

/**
 * Tells our own server which page somebody came to, that they are still there while they can see it, and that they
 * left. Staff pages and whoever does not want to be measured are not told of.
 */
export function Visits() {
  const pathname = useRouterState({
    select: ({ resolvedLocation, location }) => (resolvedLocation ?? location).pathname,
  })
  const consent = measuringConsent.use()
  const mayBeCounted = mayCount(navigator, consent)

  // The server, the page's visibility and its end are outside React.
  useEffect(() => {
    const page = mayBeCounted ? countedPage(pathname) : undefined
    if (page === undefined) return
    sendSign(page, 'view')
    const stop = new AbortController()
    const { signal } = stop
    const stillThere = () => {
      if (document.visibilityState === 'visible') sendSign(page, 'alive')
    }
    const timer = setInterval(stillThere, VISITOR_SIGN_MS)
    document.addEventListener('visibilitychange', stillThere, { signal })
    window.addEventListener('pagehide', () => sendSign(page, 'leave'), { signal })
    // A page that Back brings out of the browser's memory was left before.
    window.addEventListener('pageshow', ({ persisted }) => persisted && sendSign(page, 'view'), { signal })
    return () => {
      stop.abort()
      clearInterval(timer)
    }
  }, [pathname, mayBeCounted])

  // Whoever goes on to a page that is not counted, or says no, is gone.
  const isCounted = mayBeCounted && countedPage(pathname) !== undefined
  useEffect(() => {
    if (isCounted) return () => sendSign('/', 'leave')
  }, [isCounted])

  return null
}
