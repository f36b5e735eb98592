import { useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { trackingConsent } from '#client/lib/tracking.ts'
import { countedPage, VISITOR_SIGN_MS } from '#shared/analytics.ts'
import { isTrackingAllowed } from './is-tracking-allowed.ts'
import { sendPageView } from './send-page-view.ts'

/**
 * Tells our own server which page somebody came to, that they are still there while they can see it, and that they
 * left. Staff pages and whoever does not want to be measured are not told of.
 */
export function PageViewBeacon() {
  const pathname = useRouterState({
    select: ({ resolvedLocation, location }) => (resolvedLocation ?? location).pathname,
  })
  const consent = trackingConsent.use()
  const mayBeCounted = isTrackingAllowed(navigator, consent)

  // The server, the page's visibility and its end are outside React.
  useEffect(() => {
    const page = mayBeCounted ? countedPage(pathname) : undefined
    if (page === undefined) return
    sendPageView(page, 'view')
    const stop = new AbortController()
    const { signal } = stop
    const stillThere = () => {
      if (document.visibilityState === 'visible') sendPageView(page, 'alive')
    }
    const timer = setInterval(stillThere, VISITOR_SIGN_MS)
    document.addEventListener('visibilitychange', stillThere, { signal })
    window.addEventListener('pagehide', () => sendPageView(page, 'leave'), { signal })
    // A page that Back brings out of the browser's memory was left before.
    window.addEventListener('pageshow', ({ persisted }) => persisted && sendPageView(page, 'view'), { signal })
    return () => {
      stop.abort()
      clearInterval(timer)
    }
  }, [pathname, mayBeCounted])

  // Whoever goes on to a page that is not counted, or says no, is gone.
  const isCounted = mayBeCounted && countedPage(pathname) !== undefined
  useEffect(() => {
    if (isCounted) return () => sendPageView('/', 'leave')
  }, [isCounted])

  return null
}
