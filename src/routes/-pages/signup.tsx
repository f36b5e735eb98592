import { Navigate } from '@tanstack/react-router'
import { SignUpPage } from '#client/features/account/sign-up-page.tsx'
import { useSession } from '#client/lib/session.ts'

/** Signing up signs in, so one redirect handles signed-in visitors and new accounts. */
export function SignUpRoute() {
  const { customer } = useSession()
  return customer ? <Navigate to="/exchange" replace /> : <SignUpPage />
}
