import { useRouterState } from '@tanstack/react-router'
import { trackingConsent } from '#client/lib/tracking.ts'
import { trpc } from '#client/lib/trpc.ts'
import { ConsentBanner } from './consent-banner.tsx'
import { isTrackingExcluded } from './is-tracking-excluded.ts'
import { TagFrame } from './third-party-tag-frame.tsx'

/**
 * Asks whether others may measure, and lets them where the answer is yes. Nothing is there when nothing is configured,
 * and nothing is alive on the pages that are nobody else's.
 */
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
