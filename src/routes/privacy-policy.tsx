import { createFileRoute } from '@tanstack/react-router'
import { PrivacyPolicy } from '#client/features/legal/privacy-policy.tsx'
import { site } from '#shared/site.ts'

export const Route = createFileRoute('/privacy-policy')({
  staticData: { prerender: { unless: [] } },
  head: () => ({ meta: [{ title: `Privacy Policy | ${site.brandName}` }] }),
  component: PrivacyPolicy,
})
