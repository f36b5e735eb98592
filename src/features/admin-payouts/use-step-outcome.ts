import type { ApiError } from '#client/lib/trpc.ts'
import type { FormState } from '#client/ui/form.tsx'
import { failureText, useReadAgain } from './use-payouts.ts'

/**
 * The options of a step's mutation: a failure is reported in the form, at `field` if the server names one, and payouts
 * are read again.
 */
export function useStepOutcome<Values>(form: FormState<Values>, onSuccess: () => void, field?: keyof Values & string) {
  const readAgain = useReadAgain()
  return {
    onSuccess: () => onSuccess(),
    onError: (error: Pick<ApiError, 'data' | 'message'>) =>
      form.report({ message: failureText(error), ...(field && error.data?.field && { field }) }),
    onSettled: readAgain,
  }
}
