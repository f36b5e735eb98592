import { createFileRoute } from '@tanstack/react-router'
import { TermsOfService } from '#client/features/legal/terms-of-service.tsx'
import { site } from '#shared/site.ts'

export const Route = createFileRoute('/terms-of-service')({
  staticData: { prerender: { unless: [] } },
  head: () => ({ meta: [{ title: `Terms of Service | ${site.brandName}` }] }),
  component: TermsOfService,
})
