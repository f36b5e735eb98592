import { PrivacyPolicy } from '#client/features/legal/privacy-policy.tsx'
import { lazyPart } from '#client/lib/lazy-part.tsx'
import { useIdle } from '#client/lib/use-idle.ts'
import { PartFailed } from '#client/ui/part-failed.tsx'

const TrackingChoice = lazyPart(
  () => import('#client/features/tracking-consent/tracking-consent.tsx'),
  'TrackingChoice',
  PartFailed,
)

export function Privacy() {
  const isIdle = useIdle()
  return <PrivacyPolicy>{isIdle && <TrackingChoice />}</PrivacyPolicy>
}
