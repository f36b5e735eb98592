import { createFileRoute } from '@tanstack/react-router'
import { HomePage } from '#client/features/home/home-page.tsx'
import { site } from '#shared/site.ts'

export const Route = createFileRoute('/')({
  staticData: { prerender: { unless: [] } },
  head: () => ({ meta: [{ title: `${site.tagline} | ${site.brandName}` }] }),
  component: HomePage,
})
