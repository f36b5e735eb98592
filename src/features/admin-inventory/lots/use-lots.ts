import { keepPreviousData } from '@tanstack/react-query'
import { type ApiError, trpc } from '#client/lib/trpc.ts'
import type { FormState } from '#client/ui/form.tsx'
import { PAYOUTS_PER_PAGE } from '#shared/payout.ts'
import type { LotSearch } from '../inventory-search.ts'

/** Colleagues release lots and record outcomes. */
const POLL_MS = 20_000
const polling = { refetchInterval: POLL_MS, refetchIntervalInBackground: false } as const

/** A page of the lots that the URL names. */
export function useLots({ state, search, page = 1 }: LotSearch) {
  const input = { page, limit: PAYOUTS_PER_PAGE, ...(state && { state }), ...(search && { search }) }
  return trpc.lots.list.useQuery(input, { placeholderData: keepPreviousData, ...polling })
}

export function useLot(id: string) {
  return trpc.lots.get.useQuery({ id }, polling)
}

export function useReadLotsAgain(): () => void {
  const utils = trpc.useUtils()
  return () => void utils.lots.invalidate()
}

/** The options of a mutation of a lot: a failure is reported in the form, and lots are read again. */
export function useLotOutcome<Values, Result>(form: FormState<Values>, onSuccess: (result: Result) => void) {
  const readAgain = useReadLotsAgain()
  return {
    onSuccess: (result: Result) => onSuccess(result),
    onError: (error: Pick<ApiError, 'data' | 'message'>) =>
      form.report({ message: failureText(error), ...(error.data?.field && { field: error.data.field }) }),
    onSettled: readAgain,
  }
}

/** What a failed call says to staff. */
export function failureText(error: Pick<ApiError, 'data' | 'message'>): string {
  return error.data ? error.message : "We couldn't reach the server. Look at the lot before you try again."
}
