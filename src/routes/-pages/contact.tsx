import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { ContactPage } from '#client/features/support-chat/contact-page.tsx'

export function ContactRoute() {
  const { about } = useSearch({ from: '/contact' })
  const navigate = useNavigate({ from: '/contact' })
  const forgetAbout = useCallback(() => void navigate({ search: {}, replace: true, resetScroll: false }), [navigate])
  return <ContactPage about={about} forgetAbout={forgetAbout} />
}
