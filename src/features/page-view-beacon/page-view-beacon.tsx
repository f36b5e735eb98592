import { useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { withBase } from '#client/lib/base-path.ts'
import { trackingConsent } from '#client/lib/tracking.ts'
import { type CountedPage, countedPage, type PageViewKind, VISITOR_SIGN_MS } from '#shared/analytics.ts'
import type { VisitInput } from '#shared/analytics-schema.ts'
import { site } from '#shared/site.ts'

/** Reports views, continued presence and departures. Skips staff pages and visitors who opted out. */
export function PageViewBeacon() {
  const pathname = useRouterState({
    select: ({ resolvedLocation, location }) => (resolvedLocation ?? location).pathname,
  })
  const consent = trackingConsent.use()
  const mayBeCounted = isTrackingAllowed(navigator, consent)

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
    // A page restored from the back/forward cache has sent 'leave' before.
    window.addEventListener('pageshow', ({ persisted }) => persisted && sendPageView(page, 'view'), { signal })
    return () => {
      stop.abort()
      clearInterval(timer)
    }
  }, [pathname, mayBeCounted])

  // A visitor who opens an uncounted page or declines counts as gone.
  const isCounted = mayBeCounted && countedPage(pathname) !== undefined
  useEffect(() => {
    if (isCounted) return () => sendPageView('/', 'leave')
  }, [isCounted])

  return null
}

type PrivacySignals = { doNotTrack?: string | null; globalPrivacyControl?: boolean }

export function isTrackingAllowed(browser: PrivacySignals, consent: 'accepted' | 'declined' | undefined) {
  return browser.doNotTrack !== '1' && browser.globalPrivacyControl !== true && consent !== 'declined'
}

/** Queues one event of this visitor. The browser delivers the beacon even when the page is closed. */
function sendPageView(page: CountedPage, sign: PageViewKind) {
  const body = JSON.stringify({ visitorId: visitorId(), page, sign, sentAt: Date.now() } satisfies VisitInput)
  navigator.sendBeacon(withBase('/api/visits'), new Blob([body], { type: 'application/json' }))
}

const RANDOM_BYTES = 16
let unstored: string | undefined

/** The random id of this visit. It is limited to this tab, so that visits cannot be linked to each other. */
function visitorId() {
  const key = `${site.storagePrefix}visit`
  try {
    const stored = sessionStorage.getItem(key)
    if (stored) return stored
    unstored ??= newVisitorId()
    sessionStorage.setItem(key, unstored)
  } catch {
    // Without storage the id lasts until the page is reloaded.
    unstored ??= newVisitorId()
  }
  return unstored
}

/** 128 random bits as base64url: 22 characters. */
function newVisitorId() {
  const bytes = crypto.getRandomValues(new Uint8Array(RANDOM_BYTES))
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=/g, '')
}
