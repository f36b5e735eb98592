import { keepPreviousData } from '@tanstack/react-query'
import { formatDay } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { PayoutLink } from '#client/ui/id-link.tsx'
import { ListPage } from '#client/ui/list-page.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import { type Column, Table } from '#client/ui/table.tsx'
import { formatDollars } from '#shared/money.ts'
import { paymentTypeInfo } from '#shared/payment-method.ts'
import type { Payout } from '#shared/payout-schema.ts'
import { LINES_PER_PAGE } from '#shared/statement.ts'
import type { StatementAccount } from '#shared/statement-schema.ts'
import type { PayoutSearch } from './payout-search.ts'

type UnmatchedPayoutsProps = {
  account: StatementAccount
  search: PayoutSearch
  onSearch: (next: PayoutSearch, replace?: boolean) => void
}

export function UnmatchedPayouts({ account, search, onSearch }: UnmatchedPayoutsProps) {
  const input = { id: account.id, search: search.search, page: search.page ?? 1, limit: LINES_PER_PAGE }
  const query = trpc.statements.payouts.useQuery(input, { placeholderData: keepPreviousData })
  return (
    <ListPage
      query={query}
      what="payouts"
      onPage={(page, replace) => onSearch({ ...search, show: 'statements', page }, replace)}
      empty={
        <StateMessage title="Every sent payout has a line" headingLevel={3}>
          Payouts by {account.methods.map((method) => paymentTypeInfo[method].name).join(', ')}, sent since{' '}
          {formatDay(account.openingOn)}.
        </StateMessage>
      }
    >
      {(payouts) => (
        <Table
          name="Sent payouts without a line, oldest first"
          columns={columns}
          rows={payouts}
          rowKey={({ id }) => id}
          narrow="labelled"
        />
      )}
    </ListPage>
  )
}

const columns: readonly Column<Payout>[] = [
  { name: 'Payout', cell: ({ id }) => <PayoutLink id={id} /> },
  { name: 'Sent', cell: ({ sentAt }) => (sentAt ? formatDay(sentAt.slice(0, 10)) : '–') },
  { name: 'Amount', kind: 'number', cell: ({ amount }) => formatDollars(amount) },
  { name: 'Method', cell: ({ method }) => paymentTypeInfo[method].name },
  { name: 'Reference', wraps: true, cell: ({ reference }) => reference ?? '–' },
  { name: 'Seller', wraps: true, cell: ({ payeeName, customer }) => payeeName ?? customer.name },
]
