import { createFileRoute } from '@tanstack/react-router'
import { ResetPasswordPage } from '#client/features/account/password-recovery-pages.tsx'
import { useSignInPrompt } from '#client/lib/account-dialogs.ts'

export const Route = createFileRoute('/reset-password')({
  head: () => ({ meta: [{ title: 'Choose a New Password' }] }),
  component: ResetPasswordRoute,
})

function ResetPasswordRoute() {
  const navigate = Route.useNavigate()
  const promptSignIn = useSignInPrompt()
  const goToSignIn = async () => {
    await navigate({ to: '/', replace: true })
    promptSignIn('signin')
  }
  return <ResetPasswordPage onDone={() => void goToSignIn()} />
}
