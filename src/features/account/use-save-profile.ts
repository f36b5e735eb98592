import { useSetCustomer } from '#client/lib/session.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useToast } from '#client/ui/toast.tsx'
import { accountMessages } from '#shared/account-messages.ts'
import { accountFailure, type FormProblem } from './account-failure.ts'

const saveFailed = { title: 'Error', message: 'We could not save your profile. Please try again.' }

/** Saves the profile and shows it everywhere at once. */
export function useSaveProfile(onFailed: (problem: FormProblem) => void) {
  const setCustomer = useSetCustomer()
  const toast = useToast()
  return trpc.account.saveProfile.useMutation({
    onSuccess: (customer) => {
      setCustomer(customer)
      toast({ title: accountMessages.profileUpdatedTitle, description: accountMessages.profileUpdated })
    },
    onError: (error) => onFailed(accountFailure(error, saveFailed)),
  })
}
