import { createFileRoute } from '@tanstack/react-router'
import { FiguresPage } from '#client/features/service-figures/figures-page.tsx'

export const Route = createFileRoute('/figures')({
  staticData: { prerender: { unless: [] } },
  head: () => ({ meta: [{ title: 'What we measure' }] }),
  component: FiguresPage,
})
