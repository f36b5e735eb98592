import { Stats } from '#client/ui/stats.tsx'
import { formatDollars } from '#shared/money.ts'
import type { Submission } from '#shared/submission-schema.ts'
import type { QueueSearch } from './queue-search.ts'
import styles from './submission-stats.module.css'
import { useSubmissions } from './use-submissions.ts'

/** The four statistics above the tabs: one for all matches, three for the current page. */
export function SubmissionStats({ search }: { search: QueueSearch }) {
  const { data } = useSubmissions(search)
  const page = data && pageStats(data.data)
  const figures = [
    { label: 'Total submissions', value: data?.pagination.totalItems },
    { label: 'Completed on this page', value: page?.completed },
    { label: 'Pending on this page', value: page?.pending },
    { label: 'Payouts on this page', value: page && formatDollars(page.payouts), isMoney: true },
  ]

  return (
    <div className={styles.above}>
      <Stats figures={figures} narrow="pairs" />
    </div>
  )
}

/** Statistics of one page; `payouts` in dollars. */
type PageFigures = { completed: number; pending: number; payouts: number }

export function pageStats(page: readonly Pick<Submission, 'status' | 'payoutAmount'>[]): PageFigures {
  const count = (status: Submission['status']) => page.filter((each) => each.status === status).length
  return {
    completed: count('completed'),
    pending: count('pending'),
    payouts: page.reduce((cents, each) => cents + Math.round(each.payoutAmount * 100), 0) / 100,
  }
}
