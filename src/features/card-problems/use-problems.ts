import { keepPreviousData } from '@tanstack/react-query'
import { type ApiError, trpc } from '#client/lib/trpc.ts'
import { type UndoResult, undoResult } from '#client/lib/use-undo-stack.ts'
import type { FormState } from '#client/ui/form.tsx'
import { PAYOUTS_PER_PAGE } from '#shared/payout.ts'
import type { ProblemFilter } from '#shared/problem.ts'
import type { Problem } from '#shared/problem-schema.ts'

/** A page of problems. The previous page stays visible while the next one loads. */
export function useProblems(state: ProblemFilter, page = 1) {
  const input = { state, page, limit: PAYOUTS_PER_PAGE }
  return trpc.admin.problems.list.useQuery(input, { placeholderData: keepPreviousData })
}

/** Reads problems, payouts and the order again after a change. */
export function useReadAgain(): () => void {
  const utils = trpc.useUtils()
  return () => {
    void utils.admin.problems.invalidate()
    void utils.payouts.invalidate()
    void utils.admin.review.get.invalidate()
    void utils.admin.submissions.list.invalidate()
  }
}

/** Reads them again when the server reports a change, also when a decision can no longer be undone. */
export function useProblemSignals(isEnabled: boolean): void {
  const readAgain = useReadAgain()
  trpc.payouts.watch.useSubscription(undefined, { enabled: isEnabled, onData: readAgain })
}

/** Undoes a decision that is not applied yet. */
export function useTakeBack(): (planned: Pick<Problem, 'id' | 'version'>) => Promise<UndoResult> {
  const { client } = trpc.useUtils()
  const readAgain = useReadAgain()
  return async ({ id, version }) => {
    try {
      await client.admin.problems.undo.mutate({ id, version })
      return undoResult(1, [])
    } catch (error) {
      return undoResult(0, [error as ApiError])
    } finally {
      readAgain()
    }
  }
}

/** What a failed call says to staff. */
export function failureText(error: Pick<ApiError, 'data' | 'message'>): string {
  return error.data ? error.message : "We couldn't reach the server. Look at the problem before you try again."
}

/** The options of a form's mutation: a failure is reported at the field that the server names, if the form has it. */
export function useFormOutcome<Values extends object>(form: FormState<Values>, onSuccess: () => void) {
  const readAgain = useReadAgain()
  return {
    onSuccess: () => onSuccess(),
    onError: (error: Pick<ApiError, 'data' | 'message'>) => {
      const field = error.data?.field
      form.report({ message: failureText(error), ...(field && field in form.values && { field }) })
    },
    onSettled: readAgain,
  }
}
