import { useState } from 'react'
import { ReleaseDialog } from '#client/calls/release-dialog.tsx'
import { questionDialog } from '#client/calls/step-dialog.tsx'
import { dayOf } from '#client/lib/day-start.ts'
import { formatDay } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { RowButton } from '#client/ui/button.tsx'
import { ItemLink, LotLink, PayoutLink, StatementLineLink } from '#client/ui/id-link.tsx'
import { ListState } from '#client/ui/list-page.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import { type Column, Table } from '#client/ui/table.tsx'
import { formatDollars } from '#shared/money.ts'
import { actKinds, type ThingKind } from '#shared/waiting-act.ts'
import type { WaitingAct } from '#shared/waiting-act-schema.ts'
import { useListPolling } from './use-payouts.ts'

type Step = { act: WaitingAct; isRelease: boolean }

/** Everything that waits for a second person, oldest first. */
export function WaitingView() {
  const query = trpc.waitingActs.list.useQuery(undefined, useListPolling())
  const [open, setOpen] = useState<Step>()
  const columns: readonly Column<WaitingAct>[] = [
    ...facts,
    {
      name: 'Actions',
      kind: 'actions',
      cell: (act) => (
        <div className="cluster end gap-2">
          {act.state === 'waiting' && act.release !== 'no' && (
            <RowButton of={act.id} variant="secondary" onClick={() => setOpen({ act, isRelease: true })}>
              Release...
            </RowButton>
          )}
          {act.state === 'waiting' && !isOfOwnRow(act) && (
            <RowButton of={act.id} variant="quiet" onClick={() => setOpen({ act, isRelease: false })}>
              Cancel...
            </RowButton>
          )}
        </div>
      ),
    },
  ]
  return (
    <>
      <ListState query={query} what="list">
        {(acts) =>
          acts.length === 0 ? (
            <StateMessage title="Nothing waits for a second person" headingLevel={3}>
              What one person asks for above the amount of the rules is listed here until somebody else releases it.
            </StateMessage>
          ) : (
            <Table
              name="Waiting for a second person, oldest first"
              columns={columns}
              rows={acts}
              rowKey={({ id }) => id}
              narrow="labelled"
            />
          )
        }
      </ListState>
      {open && !open.isRelease && <CancelDialog subject={open.act} onClose={() => setOpen(undefined)} />}
      {open?.isRelease && (
        <ReleaseDialog title="Release" id={open.act.id} amount={open.act.amount} onClose={() => setOpen(undefined)}>
          {aboutAct(open.act, 'It is done now.')}
        </ReleaseDialog>
      )}
    </>
  )
}

/** Payouts and lots are canceled where they are. */
const isOfOwnRow = ({ kind }: WaitingAct) => kind === 'payout' || kind === 'lot'

const links: Readonly<Record<ThingKind, typeof PayoutLink>> = {
  payout: PayoutLink,
  card: ItemLink,
  line: StatementLineLink,
  entry: StatementLineLink,
  lot: LotLink,
}

function ThingLink({ thing: { kind, id } }: Pick<WaitingAct, 'thing'>) {
  const IdLink = links[kind]
  return <IdLink id={id} />
}

const facts: readonly Column<WaitingAct>[] = [
  {
    name: 'What',
    wraps: true,
    cell: ({ kind, thing }) => (
      <span className="stack start gap-0">
        <span>{actKinds[kind]}</span>
        <ThingLink thing={thing} />
      </span>
    ),
  },
  { name: 'Amount', kind: 'number', cell: ({ amount }) => formatDollars(amount) },
  {
    name: 'Asked by',
    wraps: true,
    cell: ({ madeBy, madeAt }) => (
      <span className="stack start gap-0">
        <span>{madeBy.name}</span>
        <span className="text-xs muted">{formatDay(dayOf(madeAt))}</span>
      </span>
    ),
  },
  { name: 'Until', wraps: true, cell: untilText },
  {
    name: 'Asked for',
    wraps: true,
    cell: ({ words }) => <span className="breaks">{textOf(words) || '–'}</span>,
  },
]

function untilText({ state, end }: WaitingAct): string {
  if (state === 'overtaken') return 'Not done: it had changed'
  if (state === 'expired') return 'Not done: expired'
  return end === undefined ? 'Released' : formatDay(dayOf(end))
}

const textOf = (words: WaitingAct['words']) => words.map(({ name, value }) => `${name}: ${value}`).join('; ')

function aboutAct({ kind, amount, madeBy, words }: WaitingAct, text: string) {
  return (
    <>
      <p>
        {actKinds[kind]} of {formatDollars(amount)}, asked by {madeBy.name}. {text}
      </p>
      {words.length > 0 && <p className="quotation">{textOf(words)}</p>}
    </>
  )
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
