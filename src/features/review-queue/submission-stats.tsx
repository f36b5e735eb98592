import { Stats } from '#client/ui/stats.tsx'
import { formatDollars } from '#shared/money.ts'
import { pageStats } from './page-stats.ts'
import type { QueueSearch } from './queue-search.ts'
import styles from './submission-stats.module.css'
import { useSubmissions } from './use-submissions.ts'

/** The four figures above the tabs: one of the whole selection, three of the page on screen. */
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
