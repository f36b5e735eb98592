import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDay } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Tag } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/form-dialog.tsx'
import { PayoutLink } from '#client/ui/id-link.tsx'
import { ListPage } from '#client/ui/list-page.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import { type Column, Table } from '#client/ui/table.tsx'
import { formatDollars } from '#shared/money.ts'
import { LINES_PER_PAGE } from '#shared/statement.ts'
import type { StatementAccount, StatementEntry } from '#shared/statement-schema.ts'
import type { PayoutSearch } from './payout-search.ts'
import { entryKindNames, entryLabels } from './statement-labels.ts'
import type { StatementList } from './statement-lists.ts'
import { failureText, useReadAgain } from './use-payouts.ts'

type EntryListProps = {
  account: StatementAccount
  /** All of them, or those that wait. */
  list: StatementList
  staffId: string
  search: PayoutSearch
  onSearch: (next: PayoutSearch, replace?: boolean) => void
}
type Step = { entry: StatementEntry; step: 'approve' | 'refuse' | 'reverse' }

/** The adjusting entries of an account; those that wait are approved or refused here. */
export function EntryList({ account, list, staffId, search, onSearch }: EntryListProps) {
  const state = list === 'waiting' ? ('waiting' as const) : undefined
  const input = { account: account.id, state, page: search.page ?? 1, limit: LINES_PER_PAGE }
  const query = trpc.statements.entries.useQuery(input, { placeholderData: keepPreviousData })
  const [open, setOpen] = useState<Step>()
  const button = (entry: StatementEntry, step: Step['step'], label: string) => (
    <Button
      size="small"
      variant={step === 'approve' ? 'secondary' : 'quiet'}
      disabledReason={
        step === 'approve' && entry.madeBy.id === staffId ? 'A second person approves it: you have made it' : undefined
      }
      onClick={() => setOpen({ entry, step })}
    >
      {label}...<span className="visually-hidden"> {entry.id}</span>
    </Button>
  )
  const columns: readonly Column<StatementEntry>[] = [
    ...facts,
    {
      name: 'Actions',
      kind: 'actions',
      cell: (entry) => (
        <div className="cluster end gap-2">
          {entry.state === 'waiting' && button(entry, 'approve', 'Approve')}
          {entry.state === 'waiting' && button(entry, 'refuse', 'Refuse')}
          {entry.state === 'posted' && button(entry, 'reverse', 'Reverse')}
        </div>
      ),
    },
  ]
  return (
    <>
      <ListPage
        query={query}
        what="entries"
        onPage={(page, replace) => onSearch({ ...search, show: 'statements', page }, replace)}
        empty={
          <StateMessage title={state ? 'No adjusting entry waits' : 'No adjusting entries yet'} headingLevel={3}>
            When a bank has another amount than the books, an adjusting entry says why and makes them agree.
          </StateMessage>
        }
      >
        {(entries) => (
          <Table
            name="Adjusting entries, newest first"
            columns={columns}
            rows={entries}
            rowKey={({ id }) => id}
            narrow="cards"
          />
        )}
      </ListPage>
      {open && <StepDialog {...open} onClose={() => setOpen(undefined)} />}
    </>
  )
}

const texts = {
  approve: {
    title: 'Approve entry',
    action: 'Approve',
    text: 'It is added to the ledger, and its lines are reconciled.',
  },
  refuse: {
    title: 'Refuse entry',
    action: 'Refuse',
    text: 'It is not added to the ledger, and its lines are as before.',
  },
  reverse: {
    title: 'Reverse entry',
    action: 'Reverse',
    text: 'The ledger gets the opposite transfer, and its lines are as before.',
  },
} as const

function StepDialog({ entry, step, onClose }: Step & { onClose: () => void }) {
  const { id, amount, kind, note, madeBy } = entry
  const options = { onSuccess: onClose, onSettled: useReadAgain() }
  const steps = {
    approve: trpc.statements.approveEntry.useMutation(options),
    refuse: trpc.statements.refuseEntry.useMutation(options),
    reverse: trpc.statements.reverseEntry.useMutation(options),
  }
  const { mutate, isPending, error } = steps[step]
  const { title, action, text } = texts[step]
  return (
    <ConfirmDialog
      title={title}
      description={<span className="mono">{id}</span>}
      problem={error && { message: failureText(error) }}
      isPending={isPending}
      action={`${action} ${formatDollars(amount)}`}
      pendingAction="Saving..."
      cancel="Close"
      isDanger={step !== 'approve'}
      onConfirm={() => mutate({ id })}
      onClose={onClose}
    >
      <p>
        {entryKindNames[kind]} by {madeBy.name}: {note}
      </p>
      <p>{text}</p>
    </ConfirmDialog>
  )
}

const facts: readonly Column<StatementEntry>[] = [
  {
    name: 'Entry',
    cell: ({ id, madeAt }) => (
      <span className="stack start gap-0">
        <span className="mono">{id}</span>
        <span className="text-xs muted">{formatDay(madeAt.slice(0, 10))}</span>
      </span>
    ),
  },
  { name: 'Kind', cell: ({ kind }) => entryKindNames[kind] },
  { name: 'Amount', kind: 'number', cell: ({ amount }) => formatDollars(amount) },
  {
    name: 'Why',
    wraps: true,
    cell: ({ note, payoutId, madeBy }) => (
      <span className="stack start gap-0">
        <span className="breaks">{note}</span>
        <span className="text-xs muted">
          {madeBy.name}
          {payoutId && (
            <>
              , <PayoutLink id={payoutId} />
            </>
          )}
        </span>
      </span>
    ),
  },
  {
    name: 'State',
    wraps: true,
    cell: ({ state, endedBy }) => (
      <span className="stack start gap-0">
        <Tag tone={entryLabels[state].tone} wraps>
          {entryLabels[state].name}
        </Tag>
        {endedBy && <span className="text-xs muted">by {endedBy.name}</span>}
      </span>
    ),
  },
]
