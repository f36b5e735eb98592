import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import { ContactPage } from '#client/features/support-chat/contact-page.tsx'

/** `about` prefills the subject. */
type ContactSearch = { about?: string }

export const Route = createFileRoute('/contact')({
  staticData: { prerender: { unless: [] } },
  validateSearch: ({ about }: Record<string, unknown>): ContactSearch => ({
    about: typeof about === 'string' || typeof about === 'number' ? String(about) : undefined,
  }),
  head: () => ({ meta: [{ title: 'Contact Support' }] }),
  component: ContactRoute,
})

function ContactRoute() {
  const { about } = Route.useSearch()
  const navigate = Route.useNavigate()
  const forgetAbout = useCallback(() => void navigate({ search: {}, replace: true, resetScroll: false }), [navigate])
  return <ContactPage about={about} forgetAbout={forgetAbout} />
}
