import { Button } from '#client/ui/button.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { ClearSummary } from '#shared/registered-user.ts'
import styles from './clear-dialog.module.css'

const count = new Intl.NumberFormat('en-US')

type Props = { summary: ClearSummary | undefined; hasFailed: boolean; onRetry: () => void }

/** What goes and what stays, counted. */
export function ClearSummaryList({ summary, hasFailed, onRetry }: Props) {
  if (!summary && hasFailed)
    return (
      <p>
        What would be deleted could not be counted.{' '}
        <Button variant="quiet" size="small" onClick={onRetry}>
          Try again
        </Button>
      </p>
    )
  if (!summary) return <Skeleton lines={6} label="Counting..." />
  return (
    <div className={styles.lists}>
      <Lines
        title="What goes"
        lines={[
          ['Customers, signed out at once', summary.customers],
          ['Submissions, with registrations', summary.submissions],
          ['Photos and files', summary.files],
          ['Chat conversations', summary.conversations],
          ['Saved payment methods', summary.paymentMethods],
          ['Mails, sent and waiting', summary.mails],
          ['Counts of visits', undefined],
        ]}
      />
      <Lines
        title="What stays"
        lines={[
          ['Staff accounts', summary.staffKept],
          ['Entries of the audit log', summary.auditEntriesKept],
          ['A backup on the server', undefined],
        ]}
      />
    </div>
  )
}

function Lines({ title, lines }: { title: string; lines: readonly (readonly [string, number | undefined])[] }) {
  return (
    <section>
      <h3>{title}</h3>
      <ul>
        {lines.map(([words, many]) => (
          <li key={words}>
            <span>{words}</span>
            {many !== undefined && <span>{count.format(many)}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}
