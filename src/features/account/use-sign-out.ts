import { notifyOtherTabs } from '#client/lib/session-channel.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useToast } from '#client/ui/toast.tsx'
import { accountMessages } from '#shared/account-messages.ts'
import { useForgetCustomer } from './use-forget-customer.ts'

/**
 * Returns a function that ends the session on the server, then clears the data of the customer. If the server cannot
 * be reached, it shows an error toast and the customer stays signed in.
 */
export function useSignOut(): () => Promise<void> {
  const forget = useForgetCustomer()
  const toast = useToast()
  const { mutateAsync } = trpc.account.signOut.useMutation()

  return async () => {
    try {
      await mutateAsync()
    } catch {
      toast({ title: 'Error', description: 'We could not sign you out. Please try again.', tone: 'error' })
      return
    }
    forget()
    notifyOtherTabs('signed-out')
    toast({ title: accountMessages.signedOut })
  }
}
