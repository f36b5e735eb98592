import { PayoutFileLink } from '#client/ui/id-link.tsx'
import { ListPage } from '#client/ui/list-page.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import { type Column, Table } from '#client/ui/table.tsx'
import { Time } from '#client/ui/time.tsx'
import { formatDollars } from '#shared/money.ts'
import type { PayoutFile } from '#shared/payout-file-schema.ts'
import { fileFormatNames } from './file-dialog.tsx'
import { FilePage } from './file-page.tsx'
import type { PayoutSearchProps } from './payout-search.ts'
import { usePayoutFiles } from './use-payouts.ts'

type FilesViewProps = PayoutSearchProps & { staffId: string }

export function FilesView({ staffId, search, onSearch }: FilesViewProps) {
  if (search.file !== undefined) return <FilePage id={search.file} staffId={staffId} />
  return <FileList search={search} onSearch={onSearch} />
}

function FileList({ search, onSearch }: PayoutSearchProps) {
  return (
    <ListPage
      query={usePayoutFiles(search.page)}
      what="files"
      onPage={(page, replace) => onSearch({ show: 'files', page }, replace)}
      empty={
        <StateMessage title="No payment files yet" headingLevel={3}>
          Choose ready payouts and pay them with a file: one upload to your bank or to PayPal.
        </StateMessage>
      }
    >
      {(files) => <Table name="Payment files, newest first" columns={columns} rows={files} rowKey={({ id }) => id} />}
    </ListPage>
  )
}

const sum = ({ count, amount }: PayoutFile['sent']) => (count === 0 ? '–' : `${formatDollars(amount)} (${count})`)

const columns: readonly Column<PayoutFile>[] = [
  { name: 'File', cell: ({ id }) => <PayoutFileLink id={id} /> },
  { name: 'Format', cell: ({ format }) => fileFormatNames[format] },
  { name: 'Made by', cell: ({ madeBy }) => madeBy.name },
  { name: 'Made', cell: ({ madeAt }) => <Time at={madeAt} /> },
  { name: 'Being sent', kind: 'number', cell: ({ sending }) => sum(sending) },
  { name: 'Sent', kind: 'number', cell: ({ sent }) => sum(sent) },
  { name: 'Put back', kind: 'number', cell: ({ putBack }) => sum(putBack) },
]
