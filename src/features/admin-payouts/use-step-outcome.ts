import type { ApiError } from '#client/lib/trpc.ts'
import type { FormState } from '#client/ui/form.tsx'
import { failureText, useReadAgain } from './use-payouts.ts'

/**
 * The options of a step's mutation: a failure is reported in the form, at the field that the server names, or at
 * `field` if the form has no such field. Payouts are read again.
 */
export function useStepOutcome<Values extends object>(
  form: FormState<Values>,
  onSuccess: () => void,
  field?: keyof Values & string,
) {
  const readAgain = useReadAgain()
  return {
    onSuccess: () => onSuccess(),
    onError: (error: Pick<ApiError, 'data' | 'message'>) => {
      const named = error.data?.field
      const at = named && named in form.values ? named : named && field
      form.report({ message: failureText(error), ...(at && { field: at }) })
    },
    onSettled: readAgain,
  }
}
