import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'

/** `about` prefills the subject. */
type ContactSearch = { about?: string }

export const Route = createFileRoute('/contact')({
  staticData: { prerender: {} },
  validateSearch: ({ about }: Record<string, unknown>): ContactSearch => ({
    about: typeof about === 'string' || typeof about === 'number' ? String(about) : undefined,
  }),
  head: () => ({ meta: [{ title: 'Contact Support' }] }),
  component: lazyRouteComponent(() => import('./-pages/contact.tsx'), 'ContactRoute'),
})
