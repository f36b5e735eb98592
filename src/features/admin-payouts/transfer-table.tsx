import { PayoutLink } from '#client/ui/id-link.tsx'
import { type Column, Table } from '#client/ui/table.tsx'
import { Time } from '#client/ui/time.tsx'
import { formatDollars } from '#shared/money.ts'
import type { PayoutDetail } from '#shared/payout-schema.ts'
import { accountName, transferName } from './ledger-names.ts'

type Transfer = PayoutDetail['transfers'][number]

const columns: readonly Column<Transfer>[] = [
  { name: 'Number', cell: ({ sequence }) => sequence },
  { name: 'Time', cell: ({ at }) => <Time at={at} /> },
  { name: 'What', cell: ({ kind }) => transferName(kind) },
  { name: 'Debit', cell: ({ debit }) => accountName(debit) },
  { name: 'Credit', cell: ({ credit }) => accountName(credit) },
  { name: 'Amount', cell: ({ amount }) => formatDollars(amount), kind: 'number' },
  { name: 'Payout', cell: ({ payoutId }) => payoutId && <PayoutLink id={payoutId} /> },
]

type TransferTableProps = {
  transfers: readonly Transfer[]
  name: string
}

export function TransferTable({ transfers, name }: TransferTableProps) {
  return <Table name={name} columns={columns} rows={transfers} rowKey={({ sequence }) => sequence} />
}
