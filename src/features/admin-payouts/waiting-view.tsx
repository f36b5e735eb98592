import { useState } from 'react'
import { ReleaseDialog } from '#client/calls/payment-fields.tsx'
import { questionDialog } from '#client/calls/step-dialog.tsx'
import { dayOf } from '#client/lib/day-start.ts'
import { formatDay } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Tag } from '#client/ui/badge.tsx'
import { RowButton } from '#client/ui/button.tsx'
import {
  ItemLink,
  LotLink,
  MonthLink,
  PayoutLink,
  StatementAccountLink,
  StatementLineLink,
} from '#client/ui/id-link.tsx'
import { TableList } from '#client/ui/list-page.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import { type Column, twoLines } from '#client/ui/table.tsx'
import { formatDollars } from '#shared/money.ts'
import type { EntryKind } from '#shared/statement.ts'
import { actKinds, actStateNames, type ThingKind } from '#shared/waiting-act.ts'
import type { WaitingAct } from '#shared/waiting-act-schema.ts'
import { entryKindNames } from './entry-list.tsx'
import { useListPolling } from './use-payouts.ts'

/** Everything that waits for a second person, oldest first. */
export function WaitingView() {
  const query = trpc.waitingActs.list.useQuery(undefined, useListPolling())
  const [open, setOpen] = useState<{ act: WaitingAct; Dialog: typeof CancelDialog }>()
  const actions: Column<WaitingAct> = {
    name: 'Actions',
    kind: 'actions',
    cell: (act) =>
      act.state === 'waiting' && (
        <div className="cluster end gap-2">
          {act.release === 'no' ? (
            <span className="text-xs muted">Someone else releases it</span>
          ) : (
            <RowButton of={act.id} variant="secondary" onClick={() => setOpen({ act, Dialog: ReleaseActDialog })}>
              Release...
            </RowButton>
          )}
          {/* Payouts and lots are canceled where they are. */}
          {act.end && (
            <RowButton of={act.id} variant="quiet" onClick={() => setOpen({ act, Dialog: CancelDialog })}>
              Cancel...
            </RowButton>
          )}
        </div>
      ),
  }
  return (
    <>
      <TableList
        query={query}
        what="list"
        empty={
          <StateMessage title="Nothing waits for a second person" headingLevel={3}>
            What one person asks for above the amount of the rules is listed here until someone else releases it.
          </StateMessage>
        }
        name="Waiting for a second person, oldest first"
        columns={[...facts, actions]}
        narrow="labelled"
      />
      {open && <open.Dialog subject={open.act} onClose={() => setOpen(undefined)} />}
    </>
  )
}

const links: Readonly<Record<ThingKind, typeof PayoutLink>> = {
  payout: PayoutLink,
  card: ItemLink,
  line: StatementLineLink,
  entry: StatementLineLink,
  lot: LotLink,
  account: StatementAccountLink,
  month: MonthLink,
}

function textOf({ name, value }: WaitingAct['words'][number]) {
  const kind = name === 'Kind' && entryKindNames[value as EntryKind]
  return `${name}: ${kind || (/^\d{4}-\d\d-\d\d$/.test(value) ? formatDay(value) : value)}`
}

const Words = ({ words }: Pick<WaitingAct, 'words'>) => (
  <span className="breaks">{words.map(textOf).join(' · ') || '–'}</span>
)

const facts: readonly Column<WaitingAct>[] = [
  {
    name: 'What',
    wraps: true,
    cell: ({ kind, thing, isLate }) => {
      const ThingLink = links[thing.kind]
      return (
        <span className="stack start gap-0">
          <span>{actKinds[kind]}</span>
          <ThingLink id={thing.id} name={thing.name} />
          {isLate && <Tag tone="bad">Overdue</Tag>}
        </span>
      )
    },
  },
  { name: 'Amount', kind: 'number', cell: ({ amount }) => formatDollars(amount) },
  {
    name: 'Asked by',
    wraps: true,
    cell: ({ madeBy, madeAt }) => twoLines(madeBy.name, formatDay(dayOf(madeAt))),
  },
  {
    name: 'Until',
    wraps: true,
    cell: ({ state, end }) => (state === 'waiting' ? (end ? formatDay(dayOf(end)) : 'No end') : actStateNames[state]),
  },
  { name: 'Asked for', wraps: true, cell: (act) => <Words {...act} /> },
]

function aboutAct(act: WaitingAct, text: string) {
  return (
    <>
      <p>
        {actKinds[act.kind]}: {act.thing.name ?? act.thing.id}, {formatDollars(act.amount)}, asked by {act.madeBy.name}.{' '}
        {text}
      </p>
      {act.words.length > 0 && (
        <p className="quotation">
          <Words {...act} />
        </p>
      )}
    </>
  )
}

function ReleaseActDialog({ subject: act, onClose }: Parameters<typeof CancelDialog>[0]) {
  const subject = { ...act, title: 'Release', about: aboutAct(act, 'It is done now.') }
  return <ReleaseDialog subject={subject} onClose={onClose} />
}

const CancelDialog = questionDialog({
  useMutation: trpc.waitingActs.cancel.useMutation,
  show: (act: WaitingAct) => ({
    title: 'Cancel what waits',
    of: act.id,
    cancel: 'Close',
    children: aboutAct(act, 'Nothing is done.'),
    action: 'Cancel it',
    pendingAction: 'Saving...',
    isDanger: true,
  }),
  input: ({ id }) => ({ id }),
})
