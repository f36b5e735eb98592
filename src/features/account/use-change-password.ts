import { trpc } from '#client/lib/trpc.ts'
import { useToast } from '#client/ui/toast.tsx'
import { recoveryMessages, recoveryProblems } from '#shared/recovery.ts'
import { accountFailure, type FormProblem } from './account-failure.ts'

const changeFailed = {
  title: recoveryProblems.wrongCurrentPassword.title,
  message: 'We could not change your password. Please try again.',
}

/** Replaces the password, which signs other browsers out, and reads the list of them again. */
export function useChangePassword(on: { done: () => void; failed: (problem: FormProblem) => void }) {
  const utils = trpc.useUtils()
  const toast = useToast()
  return trpc.account.changePassword.useMutation({
    onSuccess: () => {
      toast({ title: recoveryMessages.passwordChangedTitle, description: recoveryMessages.passwordChanged })
      on.done()
      return utils.account.sessions.invalidate()
    },
    onError: (error) => on.failed(accountFailure(error, changeFailed)),
  })
}
