import { trpc } from '#client/lib/trpc.ts'
import { useToast } from '#client/ui/toast.tsx'
import { paymentMethodMessages } from '#shared/payment-method.ts'
import { accountFailure } from './account-failure.ts'

const removeFailed = { title: 'Error', message: 'We could not remove this payment method. Please try again.' }

/** Removes a saved payment method and reads the list again. */
export function useRemovePaymentMethod(onRemoved: () => void) {
  const utils = trpc.useUtils()
  const toast = useToast()
  return trpc.account.removePaymentMethod.useMutation({
    onSuccess: () => {
      toast({ title: 'Removed', description: paymentMethodMessages.removed })
      onRemoved()
      return utils.account.paymentMethods.invalidate()
    },
    onError: (error) => {
      const { title, message } = accountFailure(error, removeFailed)
      toast({ title, description: message, tone: 'error' })
    },
  })
}
