import { keepPreviousData } from '@tanstack/react-query'
import { useReadAgain } from '#client/lib/staff-changes.ts'
import { type ApiError, trpc } from '#client/lib/trpc.ts'
import { type UndoResult, undoResult } from '#client/lib/use-undo-stack.ts'
import { PAYOUTS_PER_PAGE } from '#shared/payout.ts'
import type { ProblemFilter } from '#shared/problem.ts'
import type { Problem } from '#shared/problem-schema.ts'

/** A page of problems. The previous page stays visible while the next one loads. */
export function useProblems(state: ProblemFilter, page = 1) {
  const input = { state, page, limit: PAYOUTS_PER_PAGE }
  return trpc.admin.problems.list.useQuery(input, { placeholderData: keepPreviousData })
}

/** Reads problems again when the server reports a change, also when a decision can no longer be undone. */
export function useProblemSignals(isEnabled: boolean): void {
  const readAgain = useReadAgain('admin.problems')
  trpc.payouts.watch.useSubscription(undefined, { enabled: isEnabled, onData: readAgain })
}

export function useTakeBack(): (planned: Pick<Problem, 'id' | 'version'>) => Promise<UndoResult> {
  const { client } = trpc.useUtils()
  const readAgain = useReadAgain('admin.problems')
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
