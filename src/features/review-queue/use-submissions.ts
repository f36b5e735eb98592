import { keepPreviousData } from '@tanstack/react-query'
import { trpc } from '#client/lib/trpc.ts'
import { useLive } from '#client/lib/use-live-query.ts'
import { SUBMISSIONS_PER_PAGE } from '#shared/paging.ts'
import type { QueueSearch } from './queue-search.ts'

const POLL_MS = 20_000

/** The queue page of the URL; the previous page stays visible while the next one loads. */
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

/** Refetches the queue when a submission is created or changed. */
export function useSubmissionSignals(): void {
  const utils = trpc.useUtils()
  const readAgain = (submissionId: string | null) => {
    void utils.admin.submissions.list.invalidate()
    void utils.admin.submissions.history.invalidate(submissionId === null ? undefined : { submissionId })
    void utils.admin.review.get.invalidate(submissionId === null ? undefined : { submissionId })
  }
  trpc.admin.submissions.watch.useSubscription(undefined, {
    // Events before the subscription started, or while it was interrupted, were missed.
    onStarted: () => readAgain(null),
    onData: ({ submissionId }) => readAgain(submissionId),
  })
}
