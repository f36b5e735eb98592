import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { PrivacyPolicy } from '#client/features/legal/privacy-policy.tsx'
import { useIdle } from '#client/lib/use-idle.ts'
import { site } from '#shared/site.ts'

const MeasuringChoice = lazy(async () => ({
  default: (await import('#client/features/measuring/measuring-choice.tsx')).MeasuringChoice,
}))

export const Route = createFileRoute('/privacy-policy')({
  staticData: { prerender: { unless: [] } },
  head: () => ({ meta: [{ title: `Privacy Policy | ${site.brandName}` }] }),
  component: Privacy,
})

function Privacy() {
  const isIdle = useIdle()
  return (
    <PrivacyPolicy>
      <Suspense>{isIdle && <MeasuringChoice />}</Suspense>
    </PrivacyPolicy>
  )
}
