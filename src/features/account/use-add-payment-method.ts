import { trpc } from '#client/lib/trpc.ts'
import { useToast } from '#client/ui/toast.tsx'
import { paymentMethodMessages } from '#shared/payment-method.ts'
import { accountFailure, type FormProblem } from './account-failure.ts'

const addFailed = { title: 'Error', message: 'We could not add this payment method. Please try again.' }

/** Saves a payment method and reads the list again. */
export function useAddPaymentMethod(on: { done: () => void; failed: (problem: FormProblem) => void }) {
  const utils = trpc.useUtils()
  const toast = useToast()
  return trpc.account.addPaymentMethod.useMutation({
    onSuccess: () => {
      toast({ title: 'Success', description: paymentMethodMessages.added })
      on.done()
      return utils.account.paymentMethods.invalidate()
    },
    onError: (error) => on.failed(accountFailure(error, addFailed)),
  })
}
