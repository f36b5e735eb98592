import { createFileRoute } from '@tanstack/react-router'
import { NotFound } from '#client/layout/not-found.tsx'
import { site } from '#shared/site.ts'

export const Route = createFileRoute('/$')({
  staticData: { prerender: { unless: [] } },
  head: () => ({ meta: [{ title: `404 Page Not Found | ${site.brandName}` }] }),
  component: NotFound,
})
