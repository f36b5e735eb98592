import { useNavigate } from '@tanstack/react-router'
import { ResetPasswordPage } from '#client/features/account/password-recovery-pages.tsx'
import { useSignInPrompt } from '#client/lib/account-dialogs.ts'

export function ResetPasswordRoute() {
  const navigate = useNavigate({ from: '/reset-password' })
  const promptSignIn = useSignInPrompt()
  const goToSignIn = async () => {
    await navigate({ to: '/', replace: true })
    promptSignIn('signin')
  }
  return <ResetPasswordPage onDone={() => void goToSignIn()} />
}
