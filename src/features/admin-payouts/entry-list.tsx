import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { questionDialog } from '#client/calls/step-dialog.tsx'
import { dayOf } from '#client/lib/day-start.ts'
import { formatDay } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { LabelTag } from '#client/ui/badge.tsx'
import { RowButton } from '#client/ui/button.tsx'
import { PayoutLink } from '#client/ui/id-link.tsx'
import { TablePage } from '#client/ui/list-page.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import { type Column, twoLines } from '#client/ui/table.tsx'
import { formatDollars } from '#shared/money.ts'
import { type EntryKind, type EntryState, LINES_PER_PAGE } from '#shared/statement.ts'
import type { StatementEntry } from '#shared/statement-entry-schema.ts'
import type { StatementAccount } from '#shared/statement-schema.ts'
import type { StatusTone } from '#shared/status-label.ts'
import type { PayoutSearchProps } from './payout-search.ts'

export function EntryList({ account, search, onSearch }: PayoutSearchProps & { account: StatementAccount }) {
  const input = { account: account.id, page: search.page ?? 1, limit: LINES_PER_PAGE }
  const query = trpc.statements.entries.useQuery(input, { placeholderData: keepPreviousData })
  const [open, setOpen] = useState<StatementEntry>()
  const columns: readonly Column<StatementEntry>[] = [
    ...facts,
    {
      name: 'Actions',
      kind: 'actions',
      cell: (entry) =>
        entry.state === 'posted' && (
          <RowButton of={entry.id} variant="quiet" onClick={() => setOpen(entry)}>
            Reverse...
          </RowButton>
        ),
    },
  ]
  return (
    <>
      <TablePage
        query={query}
        what="entries"
        onPage={(page, replace) => onSearch({ ...search, show: 'statements', page }, replace)}
        empty={
          <StateMessage title="No adjusting entries yet" headingLevel={3}>
            When a bank has another amount than the books, an adjusting entry says why and makes them agree.
          </StateMessage>
        }
        name="Adjusting entries, newest first"
        columns={columns}
        narrow="cards"
      />
      {open && <ReverseDialog subject={open} onClose={() => setOpen(undefined)} />}
    </>
  )
}

const ReverseDialog = questionDialog({
  useMutation: trpc.statements.reverseEntry.useMutation,
  show: ({ id, amount, kind, note, madeBy }: StatementEntry) => ({
    title: 'Reverse entry',
    of: id,
    action: `Reverse ${formatDollars(amount)}`,
    pendingAction: 'Saving...',
    cancel: 'Close',
    isDanger: true,
    children: (
      <>
        <p>
          {entryKindNames[kind]} by {madeBy.name}: {note}
        </p>
        <p>The ledger gets the opposite transfer, and its lines are as before.</p>
      </>
    ),
  }),
  input: ({ id }) => ({ id }),
})

const entryLabels: Readonly<Record<EntryState, { name: string; tone: StatusTone }>> = {
  posted: { name: 'In the ledger', tone: 'ok' },
  refused: { name: 'Refused', tone: 'off' },
  reversed: { name: 'Reversed', tone: 'off' },
}

export const entryKindNames: Readonly<Record<EntryKind, string>> = {
  fee: 'Fee',
  interest: 'Interest',
  expense: 'Expense',
  owner: 'Money of the owner',
  opening: 'Paid before the first day',
  unknown: 'Not known yet',
  correction: 'Correction',
}

const facts: readonly Column<StatementEntry>[] = [
  {
    name: 'Entry',
    cell: ({ id, madeAt }) => twoLines(<span className="mono">{id}</span>, formatDay(dayOf(madeAt))),
  },
  { name: 'Kind', cell: ({ kind }) => entryKindNames[kind] },
  { name: 'Amount', kind: 'number', cell: ({ amount }) => formatDollars(amount) },
  {
    name: 'Why',
    wraps: true,
    cell: ({ note, payoutId, madeBy }) =>
      twoLines(
        <span className="breaks">{note}</span>,
        <>
          {madeBy.name} {payoutId && <PayoutLink id={payoutId} />}
        </>,
      ),
  },
  {
    name: 'State',
    wraps: true,
    cell: ({ state, endedBy }) =>
      twoLines(<LabelTag label={entryLabels[state]} wraps />, endedBy && `by ${endedBy.name}`),
  },
]
