import { createFileRoute } from '@tanstack/react-router'
import { ForgotPasswordPage } from '#client/features/account/password-recovery-pages.tsx'

export const Route = createFileRoute('/forgot-password')({
  staticData: { prerender: { unless: [] } },
  head: () => ({ meta: [{ title: 'Forgot Password' }] }),
  component: ForgotPasswordPage,
})
