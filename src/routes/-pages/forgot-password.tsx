import { ForgotPasswordPage } from '#client/features/account/password-recovery-pages.tsx'

export function ForgotPassword() {
  return <ForgotPasswordPage />
}
