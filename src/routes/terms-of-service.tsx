import { createFileRoute } from '@tanstack/react-router'
import { TermsOfService } from '#client/features/legal/terms-of-service.tsx'

export const Route = createFileRoute('/terms-of-service')({
  staticData: { prerender: { unless: [] } },
  head: () => ({ meta: [{ title: 'Terms of Service' }] }),
  component: TermsOfService,
})
