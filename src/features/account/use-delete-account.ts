import { notifyOtherTabs } from '#client/lib/session-channel.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useToast } from '#client/ui/toast.tsx'
import { recoveryMessages, recoveryProblems } from '#shared/recovery.ts'
import { accountFailure, type FormProblem } from './account-failure.ts'
import { useForgetCustomer } from './use-forget-customer.ts'

const deleteFailed = {
  title: recoveryProblems.wrongPassword.title,
  message: 'We could not delete your account. Please try again.',
}

/** Deletes the account and forgets its customer in this browser. */
export function useDeleteAccount(onFailed: (problem: FormProblem) => void) {
  const forget = useForgetCustomer()
  const toast = useToast()
  return trpc.account.deleteAccount.useMutation({
    onSuccess: () => {
      forget()
      notifyOtherTabs('signed-out')
      toast({ title: recoveryMessages.accountDeletedTitle, description: recoveryMessages.accountDeleted })
    },
    onError: (error) => onFailed(accountFailure(error, deleteFailed)),
  })
}
