import { formatDateTime } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { FailedMessage, QueryState } from '#client/ui/query-state.tsx'
import { ScrollRegion } from '#client/ui/scroll-region.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { RateHistory } from '#shared/catalogue-schema.ts'
import styles from './history-dialog.module.css'
import { rateText, stateNames } from './rate-changes.ts'
import { RateSteps } from './rate-steps.tsx'
import type { Terms } from './terms.ts'

type HistoryDialogProps = { brand: Pick<Terms, 'slug' | 'name'>; now: number; onClose: () => void }

/** The published rates of a brand: the last 90 days as a drawing, and every version that changed it as a table. */
export function HistoryDialog({ brand: { slug, name }, now, onClose }: HistoryDialogProps) {
  const query = trpc.admin.rates.history.useQuery({ slug }, { staleTime: 0 })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`History of ${name}`}
      size="large"
      firstFocus="title"
    >
      <QueryState
        query={query}
        loading={<Skeleton lines={6} height="2.75rem" label="Loading history..." />}
        failed={({ error, retry }) => (
          <FailedMessage title="We couldn't load the history" headingLevel={3} retry={retry}>
            {error.message}
          </FailedMessage>
        )}
      >
        {({ steps }) => (
          <>
            <RateSteps steps={steps} now={now} />
            <HistoryTable steps={steps.toReversed()} />
          </>
        )}
      </QueryState>
    </Dialog>
  )
}

/** Newest first. */
function HistoryTable({ steps }: Pick<RateHistory, 'steps'>) {
  return (
    <ScrollRegion className={styles.scroll} aria-label="Versions">
      <table className={styles.table}>
        <caption className="visually-hidden">Versions that changed this brand, newest first</caption>
        <thead>
          <tr>
            <th scope="col">Published</th>
            <th scope="col">Rate</th>
            <th scope="col">State</th>
            <th scope="col">By</th>
            <th scope="col">Note</th>
          </tr>
        </thead>
        <tbody>
          {steps.map(({ version, madeAt, madeBy, note, terms }) => (
            <tr key={version}>
              <th scope="row">
                <time dateTime={madeAt}>{formatDateTime(madeAt)}</time>
              </th>
              <td>{rateText(terms)}</td>
              <td>{stateNames[terms.state]}</td>
              <td>{madeBy ?? 'The program'}</td>
              <td>{note}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
