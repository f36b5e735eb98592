import { keepPreviousData } from '@tanstack/react-query'
import { type ApiError, trpc } from '#client/lib/trpc.ts'
import { APPEALS_PER_PAGE } from '#shared/appeal.ts'

const POLL_MS = 30_000

/** A page of open appeals. The previous page stays visible while the next one loads. */
export function useAppeals(page = 1) {
  const input = { page, limit: APPEALS_PER_PAGE }
  return trpc.admin.appeals.useQuery(input, { placeholderData: keepPreviousData, refetchInterval: POLL_MS })
}

/** Reads appeals, problems and orders again after an answer. */
export function useReadAgain(): () => void {
  const utils = trpc.useUtils()
  return () => {
    void utils.admin.appeals.invalidate()
    void utils.admin.problems.invalidate()
    void utils.admin.review.get.invalidate()
    void utils.admin.submissions.invalidate()
  }
}

/** What a failed answer says to staff. */
export function failureText(error: Pick<ApiError, 'data' | 'message'>): string {
  return error.data ? error.message : "We couldn't reach the server. Look at the appeal before you try again."
}
