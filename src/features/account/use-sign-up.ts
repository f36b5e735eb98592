import { trpc } from '#client/lib/trpc.ts'
import { useToast } from '#client/ui/toast.tsx'
import { accountMessages } from '#shared/account-messages.ts'
import { accountFailure, type FormProblem } from './account-failure.ts'
import { useEnterCustomer } from './use-enter-customer.ts'

const signUpFailed = { title: accountMessages.signUpFailedTitle, message: accountMessages.signUpFailed }

/** Makes an account, which signs its customer in; says why when that fails. */
export function useSignUp(on: { done?: () => void; failed: (problem: FormProblem) => void }) {
  const enter = useEnterCustomer()
  const toast = useToast()
  return trpc.account.signUp.useMutation({
    onSuccess: (customer) => {
      enter(customer)
      toast({ title: accountMessages.welcomeTitle(customer.name), description: accountMessages.welcome })
      on.done?.()
    },
    onError: (error) => on.failed(accountFailure(error, signUpFailed)),
  })
}
