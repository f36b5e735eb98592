import { trpc } from '#client/lib/trpc.ts'
import { useToast } from '#client/ui/toast.tsx'
import { recoveryMessages, recoveryProblems } from '#shared/recovery.ts'
import { accountFailure, type FormProblem } from './account-failure.ts'
import { useForgetCustomer } from './use-forget-customer.ts'

const resetFailed = {
  title: recoveryProblems.wrongCurrentPassword.title,
  message: 'We could not save your new password. Please try again.',
}

/** Sets a new password through a link. If its customer was signed in here, they are signed out, as everywhere. */
export function useResetPassword(on: {
  done: () => void
  refused: () => void
  failed: (problem: FormProblem) => void
}) {
  const utils = trpc.useUtils()
  const forget = useForgetCustomer()
  const toast = useToast()
  return trpc.account.resetPassword.useMutation({
    onSuccess: async () => {
      const { customer } = await utils.client.account.session.query()
      if (!customer) forget()
      toast({ title: recoveryMessages.passwordChangedTitle, description: recoveryMessages.passwordReset })
      on.done()
    },
    onError: (error) => {
      if (error.data?.code === 'unprocessable') on.refused()
      else on.failed(accountFailure(error, resetFailed))
    },
  })
}
