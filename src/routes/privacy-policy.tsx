import { createFileRoute } from '@tanstack/react-router'
import { PrivacyPolicy } from '#client/features/legal/privacy-policy.tsx'
import { lazyPart } from '#client/lib/lazy-part.tsx'
import { useIdle } from '#client/lib/use-idle.ts'
import { PartFailed } from '#client/ui/part-failed.tsx'

const TrackingChoice = lazyPart(
  async () => (await import('#client/features/tracking-consent/tracking-consent.tsx')).TrackingChoice,
  PartFailed,
)

export const Route = createFileRoute('/privacy-policy')({
  staticData: { prerender: { unless: [] } },
  head: () => ({ meta: [{ title: 'Privacy Policy' }] }),
  component: Privacy,
})

function Privacy() {
  const isIdle = useIdle()
  return <PrivacyPolicy>{isIdle && <TrackingChoice />}</PrivacyPolicy>
}
