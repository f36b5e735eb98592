import { Link, useRouterState } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { withBase } from '#client/lib/base-path.ts'
import { takeTrackedEvents, trackingConsent } from '#client/lib/tracking.ts'
import { trpc } from '#client/lib/trpc.ts'
import { SecondaryButton } from '#client/ui/button.tsx'
import type { TrackingConfig } from '#shared/site-schema.ts'
import { tagEvents } from '#shared/tracking.ts'
import styles from './tracking-consent.module.css'

/** Asks for consent to third-party tags, and loads them once it is given. */
export function TrackingConsent() {
  const { data } = trpc.site.config.useQuery()
  const consent = trackingConsent.use()
  const isQuiet = useRouterState({
    select: ({ location, resolvedLocation }) => isTrackingExcluded(location) || isTrackingExcluded(resolvedLocation),
  })
  if (!data?.measuring || isQuiet) return null
  if (consent === undefined) return <ConsentBanner />
  return consent === 'accepted' ? <TagFrame config={data.measuring} /> : null
}

function ConsentBanner() {
  // The banner with the focused button is unmounted after the choice, so the focus moves to the page.
  const focusPage = () => document.querySelector('main')?.focus({ preventScroll: true })
  return (
    <section aria-labelledby="measuring-question" className={`line-top ${styles.banner}`}>
      <div className={`page row spread ${styles.row}`}>
        <div>
          <h2 id="measuring-question" className="text-lg">
            Can we use analytics?
          </h2>
          <p className={`margin-top-1 text-sm ${styles.words}`}>
            Our partners would count quotes and orders. They can't see the page you're on and never run where you enter
            card details. You can change your choice in our{' '}
            <Link to="/privacy-policy" hash="measuring">
              Privacy Policy
            </Link>
            .
          </p>
        </div>
        <ConsentButtons onChosen={focusPage} />
      </div>
    </section>
  )
}

/** Runs third-party tags in a sandboxed iframe, the document of `third-party-tag-frame.ts`. Unmounting stops them. */
function TagFrame({ config }: { config: TrackingConfig }) {
  const frame = useRef<HTMLIFrameElement>(null)

  // A layout effect adds the listener before the frame can load and post 'ready'.
  useLayoutEffect(() => {
    const inside = frame.current?.contentWindow
    let stop = () => {}
    const onMessage = ({ source, data }: MessageEvent) => {
      if (!inside || source !== inside || data !== 'ready') return
      stop()
      stop = takeTrackedEvents((measured) => {
        // A sandboxed document has an opaque origin. The CSP prevents other documents from loading in the frame.
        for (const event of tagEvents(config, measured)) inside.postMessage(event, '*')
      })
    }
    window.addEventListener('message', onMessage)
    return () => {
      window.removeEventListener('message', onMessage)
      stop()
    }
  }, [config])

  return (
    <iframe
      ref={frame}
      hidden
      title="Measuring"
      src={withBase('/api/tags')}
      sandbox="allow-scripts"
      referrerPolicy="no-referrer"
    />
  )
}

/** Whether third-party tags must not run: on the card entry step and in the staff area. */
export function isTrackingExcluded(place: { pathname: string; search: object } | undefined) {
  if (place === undefined) return false
  const { pathname, search } = place
  if (pathname === '/admin' || pathname.startsWith('/admin/')) return true
  return pathname === '/exchange' && 'step' in search && search.step === 'upload'
}

const states = {
  accepted: 'You accepted analytics on this device.',
  declined: 'You declined analytics on this device.',
  open: "You haven't chosen yet, so analytics is off on this device.",
} as const

/** Shows the tracking consent and lets visitors change it; renders nothing when no tag is configured. */
export function TrackingChoice() {
  const { data } = trpc.site.config.useQuery()
  const consent = trackingConsent.use()
  const place = useRef<HTMLElement>(null)
  const isThere = Boolean(data?.measuring)

  // The browser scrolled to the fragment before this section was rendered.
  useEffect(() => {
    if (isThere && location.hash === '#measuring') place.current?.scrollIntoView()
  }, [isThere])

  if (!isThere) return null
  return (
    <section ref={place} id="measuring" aria-labelledby="measuring-title" className="stack gap-3">
      <h2 id="measuring-title" className="text-xl">
        Your analytics choice
      </h2>
      <p role="status">{states[consent ?? 'open']}</p>
      <ConsentButtons />
    </section>
  )
}

function ConsentButtons({ onChosen }: { onChosen?: () => void }) {
  const consent = trackingConsent.use()
  const button = (value: 'declined' | 'accepted', label: string) => (
    <SecondaryButton
      aria-pressed={consent === value}
      onClick={() => {
        trackingConsent.set(value)
        onChosen?.()
      }}
    >
      {label}
    </SecondaryButton>
  )
  return (
    <div className={`stack gap-3 rigid ${styles.buttons}`}>
      {button('declined', 'Decline')}
      {button('accepted', 'Accept')}
    </div>
  )
}
