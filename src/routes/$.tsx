import { createFileRoute } from '@tanstack/react-router'
import { NotFound } from '#client/layout/not-found.tsx'

export const Route = createFileRoute('/$')({
  staticData: { prerender: { unless: [] } },
  head: () => ({ meta: [{ title: '404 Page Not Found' }] }),
  component: NotFound,
})
