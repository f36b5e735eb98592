import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useCall } from '#client/calls/use-call.ts'
import { counted, formatDay } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useChosen } from '#client/lib/use-chosen.ts'
import { LabelTag } from '#client/ui/badge.tsx'
import { Button, RowButton, SmallButton } from '#client/ui/button.tsx'
import { PayoutLink } from '#client/ui/id-link.tsx'
import { TablePage } from '#client/ui/list-page.tsx'
import { RowCheck } from '#client/ui/row-check.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import { type Column, twoLines } from '#client/ui/table.tsx'
import { formatDollars } from '#shared/money.ts'
import type { LineState } from '#shared/statement.ts'
import type { StatementAccount, StatementLine } from '#shared/statement-schema.ts'
import type { StatusTone } from '#shared/status-label.ts'
import { transferName } from './ledger-names.ts'
import type { PayoutSearchProps, StatementList } from './payout-search.ts'
import { AdjustDialog, MatchDialog } from './statement-line-dialogs.tsx'
import { differenceOf, linesInput } from './statement-search.ts'

type LineListProps = PayoutSearchProps & { account: StatementAccount; list: StatementList }

export function LineList({ account, list, search, onSearch }: LineListProps) {
  const query = trpc.statements.lines.useQuery(linesInput(search, account.id), { placeholderData: keepPreviousData })
  const chosen = useChosen<StatementLine>()
  const [asked, setAsked] = useState<{ Dialog: typeof MatchDialog; lines: readonly StatementLine[] }>()
  const unmatch = trpc.statements.unmatchLine.useMutation(
    useCall({ toast: ({ id }) => `${id} is in no match any more.`, failed: 'Not unmatched' }),
  )
  const mayAdjust = ({ state }: StatementLine) => state !== 'reconciled'
  const all = (query.data?.data ?? []).filter(mayAdjust)
  const isAll = all.length > 0 && all.every(chosen.has)
  const chooseAll = () => chosen.choose(isAll ? [] : all)
  const ask = (Dialog: typeof MatchDialog, lines: readonly StatementLine[]) => setAsked({ Dialog, lines })
  const columns: readonly Column<StatementLine>[] = [
    {
      name: 'Choose',
      head: <RowCheck label="Choose all" shortcut="x" isChecked={isAll} onToggle={chooseAll} />,
      kind: 'select',
      cell: (line) =>
        mayAdjust(line) && (
          <RowCheck label={`Choose ${line.id}`} isChecked={chosen.has(line)} onToggle={() => chosen.toggle(line)} />
        ),
    },
    ...facts,
    {
      name: 'Actions',
      kind: 'actions',
      cell: (line) => (
        <div className="cluster end gap-2">
          {mayAdjust(line) &&
            dialogs.map(({ name, Dialog, variant }) => (
              <RowButton of={line.id} key={name} variant={variant} onClick={() => ask(Dialog, [line])}>
                {name}
              </RowButton>
            ))}
          {line.matchedHow !== undefined && line.entryId === undefined && (
            <RowButton
              of={line.id}
              variant="quiet"
              busy={unmatch.isPending && unmatch.variables?.id === line.id}
              onClick={() => unmatch.mutate({ id: line.id })}
            >
              Unmatch
            </RowButton>
          )}
        </div>
      ),
    },
  ]
  return (
    <>
      {chosen.rows.length > 0 && (
        <section className="cluster gap-3 pad-block-2" aria-label="Chosen lines">
          <span className="strong">
            {counted(chosen.rows.length, 'line')}, {formatDollars(differenceOf(chosen.rows))}
          </span>
          {dialogs.map(({ name, Dialog, key }) => (
            <Button key={name} size="small" aria-keyshortcuts={key} onClick={() => ask(Dialog, chosen.rows)}>
              {name}
            </Button>
          ))}
          <SmallButton variant="quiet" onClick={chosen.clear}>
            Clear
          </SmallButton>
        </section>
      )}
      <TablePage
        query={query}
        what="lines"
        onPage={(page, replace) => onSearch({ ...search, show: 'statements', page }, replace)}
        empty={<StateMessage title={emptyTitles[list] ?? 'No lines found'} headingLevel={3} />}
        name="Lines, newest first"
        columns={columns}
        headColumn={1}
        narrow="cards"
      />
      {asked && (
        <asked.Dialog
          subject={{ account, lines: asked.lines, onDone: chosen.clear }}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  )
}

const dialogs = [
  { name: 'Match...', Dialog: MatchDialog, variant: 'secondary', key: 'm' },
  { name: 'Adjust...', Dialog: AdjustDialog, variant: 'quiet', key: 'a' },
] as const

const lineLabels: Readonly<Record<LineState, { name: string; tone: StatusTone }>> = {
  open: { name: 'Open', tone: 'warn' },
  differs: { name: 'Amount differs', tone: 'bad' },
  reconciled: { name: 'Reconciled', tone: 'ok' },
}

const emptyTitles: Partial<Record<StatementList, string>> = {
  open: 'No lines are open',
  differs: 'No amounts differ',
  reconciled: 'Nothing is reconciled yet',
}

const facts: readonly Column<StatementLine>[] = [
  {
    name: 'Day',
    cell: ({ bookedOn, id }) => twoLines(formatDay(bookedOn), <span className="mono">{id}</span>),
  },
  {
    name: 'What the statement says',
    wraps: true,
    cell: ({ description, reference }) =>
      twoLines(
        <span className="breaks">{description ?? <span className="muted">Erased or empty</span>}</span>,
        <span className="mono breaks">{reference}</span>,
      ),
  },
  {
    name: 'Amount',
    kind: 'number',
    cell: ({ amount, fee }) => twoLines(formatDollars(amount), fee !== 0 && `fee ${formatDollars(fee)}`),
  },
  {
    name: 'State',
    cell: ({ state, difference }) =>
      twoLines(<LabelTag label={lineLabels[state]} />, state === 'differs' && `by ${formatDollars(difference)}`),
  },
  {
    name: 'Movements',
    wraps: true,
    cell: ({ movements, otherLines, matchedHow, entryId }) => (
      <span className="stack start gap-0">
        {movements.map(({ id, kind, amount, payoutId, orderId }) => (
          <span key={id}>
            {transferName(kind)} {formatDollars(amount)}{' '}
            {payoutId ? <PayoutLink id={payoutId} /> : <span className="mono text-xs muted">{orderId}</span>}
          </span>
        ))}
        {otherLines > 0 && <span className="text-xs muted">with {counted(otherLines, 'other line')}</span>}
        {matchedHow && <span className="text-xs muted">{howTexts[matchedHow]}</span>}
        {entryId && <span className="mono text-xs muted">{entryId}</span>}
      </span>
    ),
  },
]

const howTexts = {
  reference: 'found by its reference',
  amount: 'found by amount and day',
  hand: 'matched by hand',
} as const
