import { useRouterState } from '@tanstack/react-router'
import { measuringConsent } from '#client/lib/tracking.ts'
import { trpc } from '#client/lib/trpc.ts'
import { ConsentBanner } from './consent-banner.tsx'
import { isUnmeasured } from './is-tracking-excluded.ts'
import { TagFrame } from './third-party-tag-frame.tsx'

/**
 * Asks whether others may measure, and lets them where the answer is yes. Nothing is there when nothing is configured,
 * and nothing is alive on the pages that are nobody else's.
 */
export function Measuring() {
  const { data } = trpc.site.config.useQuery()
  const consent = measuringConsent.use()
  const isQuiet = useRouterState({
    select: ({ location, resolvedLocation }) => isUnmeasured(location) || isUnmeasured(resolvedLocation),
  })
  if (!data?.measuring || isQuiet) return null
  if (consent === undefined) return <ConsentBanner />
  return consent === 'accepted' ? <TagFrame config={data.measuring} /> : null
}
