import { trpc } from '#client/lib/trpc.ts'
import { useToast } from '#client/ui/toast.tsx'
import { accountProblems } from '#shared/account.ts'
import { accountMessages } from '#shared/account-messages.ts'
import { accountFailure, type FormProblem } from './account-failure.ts'
import { useEnterCustomer } from './use-enter-customer.ts'

const signInFailed = {
  title: accountProblems.wrongPassword.title,
  message: 'We could not sign you in. Please try again.',
}

/** Signs a customer in and welcomes them back; says why when that fails. */
export function useSignIn(on: { done: () => void; failed: (problem: FormProblem) => void }) {
  const enter = useEnterCustomer()
  const toast = useToast()
  return trpc.account.signIn.useMutation({
    onSuccess: (customer) => {
      enter(customer)
      toast({ title: accountMessages.welcomeBackTitle(customer.name), description: accountMessages.welcomeBack })
      on.done()
    },
    onError: (error) => on.failed(accountFailure(error, signInFailed)),
  })
}
