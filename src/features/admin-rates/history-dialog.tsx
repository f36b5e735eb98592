import { trpc } from '#client/lib/trpc.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { ListState } from '#client/ui/list-page.tsx'
import { type Column, Table } from '#client/ui/table.tsx'
import { Time } from '#client/ui/time.tsx'
import type { RateHistory } from '#shared/catalogue-schema.ts'
import { rateText, stateNames } from './rate-changes.ts'
import type { Terms } from './terms.ts'

type HistoryDialogProps = { brand: Pick<Terms, 'slug' | 'name'>; onClose: () => void }

const columns: readonly Column<RateHistory['steps'][number]>[] = [
  { name: 'Published', cell: ({ madeAt }) => <Time at={madeAt} /> },
  { name: 'Rate', cell: ({ terms }) => rateText(terms) },
  { name: 'State', cell: ({ terms }) => stateNames[terms.state] },
  { name: 'By', cell: ({ madeBy }) => madeBy ?? 'Built in' },
  { name: 'Note', wraps: true, cell: ({ note }) => note },
]

export function HistoryDialog({ brand: { slug, name }, onClose }: HistoryDialogProps) {
  const query = trpc.admin.rates.history.useQuery({ slug }, { staleTime: 0 })
  return (
    <Dialog onClose={onClose} title={`History of ${name}`} size="large" firstFocus="title">
      <ListState query={query} what="history" headingLevel={3}>
        {({ steps }) => (
          <Table
            name="Versions that changed this brand, newest first"
            columns={columns}
            rows={steps.toReversed()}
            rowKey={({ version }) => version}
          />
        )}
      </ListState>
    </Dialog>
  )
}
