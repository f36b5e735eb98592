import { useEffect, useRef } from 'react'
import { trackingConsent } from '#client/lib/tracking.ts'
import { trpc } from '#client/lib/trpc.ts'
import { ConsentButtons } from './consent-buttons.tsx'
import styles from './tracking-consent.module.css'

const states = {
  accepted: 'You have accepted measuring on this device.',
  declined: 'You have declined measuring on this device.',
  open: 'You have not chosen yet, so nothing is measured on this device.',
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
    <section ref={place} id="measuring" aria-labelledby="measuring-title" className={styles.choice}>
      <h2 id="measuring-title" className={styles.title}>
        Your choice about measuring
      </h2>
      <p role="status">{states[consent ?? 'open']}</p>
      <ConsentButtons />
    </section>
  )
}
