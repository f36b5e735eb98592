import { createFileRoute, Navigate } from '@tanstack/react-router'
import { SignUpPage } from '#client/features/account/sign-up-page.tsx'
import { useSession } from '#client/lib/session.ts'

export const Route = createFileRoute('/signup')({
  staticData: { prerender: { unless: [] } },
  head: () => ({ meta: [{ title: 'Create Account' }] }),
  component: SignUpRoute,
})

/** Signing up signs in, so one redirect handles signed-in visitors and new accounts. */
function SignUpRoute() {
  const { customer } = useSession()
  return customer ? <Navigate to="/exchange" replace /> : <SignUpPage />
}
