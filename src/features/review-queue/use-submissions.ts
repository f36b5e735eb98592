import { keepPreviousData } from '@tanstack/react-query'
import { trpc } from '#client/lib/trpc.ts'
import { useLive } from '#client/lib/use-live-query.ts'
import { SUBMISSIONS_PER_PAGE } from '#shared/paging.ts'
import type { QueueSearch } from './queue-search.ts'

const POLL_MS = 20_000

/** The page of the queue the address names; the last page stays visible while the next is fetched. */
export function useSubmissions({ page = 1, status, search }: QueueSearch) {
  const live = useLive()
  return trpc.admin.submissions.list.useQuery(
    { page, limit: SUBMISSIONS_PER_PAGE, status, search: search?.trim() },
    {
      placeholderData: keepPreviousData,
      refetchInterval: live ? false : POLL_MS,
      refetchIntervalInBackground: false,
    },
  )
}

/** Reads the queue again whenever the server says that a submission came or changed. */
export function useSubmissionSignals(): void {
  const utils = trpc.useUtils()
  const readAgain = (submissionId: string | null) => {
    void utils.admin.submissions.list.invalidate()
    void utils.admin.submissions.history.invalidate(submissionId === null ? undefined : { submissionId })
    void utils.admin.review.get.invalidate(submissionId === null ? undefined : { submissionId })
  }
  trpc.admin.submissions.watch.useSubscription(undefined, {
    // What happened while nobody listened, before the first start or between two, was not told.
    onStarted: () => readAgain(null),
    onData: ({ submissionId }) => readAgain(submissionId),
  })
}
