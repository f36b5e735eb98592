import { useState } from 'react'
import { whyRow } from '#client/calls/payment-fields.tsx'
import { type FieldRow, stepDialog } from '#client/calls/step-dialog.tsx'
import { useCall } from '#client/calls/use-call.ts'
import { dayOf } from '#client/lib/day-start.ts'
import { counted, formatDay } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { ConfirmDialog } from '#client/ui/form-dialog.tsx'
import { ListState } from '#client/ui/list-page.tsx'
import { SearchBox } from '#client/ui/search-box.tsx'
import { optionsOf, SelectField } from '#client/ui/select-field.tsx'
import { formatDollars, roundedCents, sumOfDollars } from '#shared/money.ts'
import type { Payout } from '#shared/payout-schema.ts'
import { ENTRY_NOTE_MAX_LENGTH, type EntryKind, entryKinds, MATCH_MAX_PAYOUTS } from '#shared/statement.ts'
import type { StatementAccount, StatementLine } from '#shared/statement-schema.ts'
import { entryKindNames } from './entry-list.tsx'
import styles from './match-dialog.module.css'
import { differenceOf } from './statement-search.ts'

type MatchDialogProps = { account: StatementAccount; line: StatementLine; onClose: () => void }

export function MatchDialog({ account, line, onClose }: MatchDialogProps) {
  const [search, setSearch] = useState<string>()
  const [chosen, setChosen] = useState<ReadonlyMap<string, Payout>>(new Map())
  const isBack = line.amount + line.fee > 0
  const query = usePossible(account.id, search, isBack)
  const cents = roundedCents(line.amount + line.fee)
  const sum = roundedCents(sumOfDollars([...chosen.values()].map(({ amount }) => amount)))
  const match = trpc.statements.matchLine.useMutation(
    useCall({
      toast: ({ state }) =>
        state === 'reconciled' ? 'The line is reconciled.' : 'The line is matched, and its amount differs.',
      onDone: onClose,
    }),
  )
  const toggle = (payout: Payout) => {
    const next = new Map(chosen)
    if (!next.delete(payout.id)) next.set(payout.id, payout)
    setChosen(next)
  }
  return (
    <ConfirmDialog
      title={`Match ${formatDollars(line.amount + line.fee)}`}
      description={`${formatDay(line.bookedOn)} · ${line.description || line.reference || line.id}`}
      size="large"
      firstFocus="title"
      call={match}
      action="Match"
      pendingAction="Saving..."
      cancel="Close"
      disabledReason={chosen.size === 0 ? 'Choose at least one payout' : undefined}
      onConfirm={() => match.mutate({ id: line.id, payouts: [...chosen.keys()] })}
      onClose={onClose}
    >
      <SearchBox
        label="Search payouts"
        placeholder="Name, reference, amount, day..."
        committed={search}
        onCommit={setSearch}
      />
      <ListState query={query} what="payouts">
        {({ data }) => {
          const shown = nearestFirst(data, Math.abs(cents))
          if (shown.length === 0)
            return <p className="muted">No {isBack ? 'payout came back' : 'sent payout is'} without a line here.</p>
          return (
            <ul className={`plain stack gap-1 ${styles.payouts}`} aria-label="Payouts without a line">
              {shown.map((payout) => (
                <li key={payout.id}>
                  <Checkbox
                    label={<Choice payout={payout} />}
                    checked={chosen.has(payout.id)}
                    onCheckedChange={() => toggle(payout)}
                  />
                </li>
              ))}
            </ul>
          )
        }}
      </ListState>
      <p role="status" className="strong tabular">
        {chosen.size === 0
          ? 'Nothing is chosen.'
          : `${chosen.size} chosen, ${formatDollars(sum / 100)} of ${formatDollars(Math.abs(cents) / 100)}${
              sum === Math.abs(cents) ? '.' : `: ${formatDollars(Math.abs(Math.abs(cents) - sum) / 100)} differs.`
            }`}
      </p>
    </ConfirmDialog>
  )
}

/** Payouts that came back are found in the list of all payouts, the others in that of the account. */
function usePossible(account: string, search: string | undefined, isBack: boolean) {
  const text = search?.trim() || undefined
  const own = trpc.statements.payouts.useQuery(
    { id: account, search: text, limit: MATCH_MAX_PAYOUTS },
    { enabled: !isBack },
  )
  const back = trpc.payouts.list.useQuery(
    { state: 'returned', search: text, limit: MATCH_MAX_PAYOUTS },
    { enabled: isBack },
  )
  return isBack ? back : own
}

function nearestFirst(payouts: readonly Payout[], cents: number) {
  const distance = ({ amount }: Payout) => Math.abs(roundedCents(amount) - cents)
  return payouts.toSorted((one, other) => distance(one) - distance(other))
}

function Choice({ payout: { id, amount, customer, payeeName, reference, sentAt } }: { payout: Payout }) {
  return (
    <span className="cluster gap-2 row-gap-0">
      <span className="strong tabular">{formatDollars(amount)}</span>
      <span>{payeeName ?? customer.name}</span>
      {sentAt && <span className="muted nowrap">{formatDay(dayOf(sentAt))}</span>}
      {reference && <span className="muted breaks">{reference}</span>}
      <span className="mono text-xs muted">{id}</span>
    </span>
  )
}

type Adjusted = { lines: readonly StatementLine[]; onDone: () => void }

const kindRow: FieldRow<EntryKind> = {
  start: 'fee',
  draw: (field) => <SelectField {...field} label="Kind" options={optionsOf(entryKinds, entryKindNames)} />,
}

export const AdjustDialog = stepDialog({
  useMutation: trpc.statements.adjust.useMutation,
  show: ({ lines }: Adjusted) => {
    const amount = differenceOf(lines)
    const [first] = lines.length === 1 ? lines : []
    return {
      title: 'Adjusting entry',
      description: first ? <span className="mono">{first.id}</span> : counted(lines.length, 'line'),
      action: `Book ${formatDollars(amount)}`,
      disabledReason: amount === 0 ? 'These lines do not differ from the books' : undefined,
      toast: ({ id }) => `${id} is in the ledger.`,
      children: (
        <p>
          {amount < 0
            ? `The bank has ${formatDollars(-amount)} less than the books.`
            : `The bank has ${formatDollars(amount)} more than the books.`}{' '}
          The entry makes the books agree, and {first ? 'the line is' : 'the lines are'} reconciled.
        </p>
      ),
      fields: { kind: kindRow, note: whyRow('Why', 'Enter why.', ENTRY_NOTE_MAX_LENGTH) },
    }
  },
  input: ({ kind, note }, { lines }) => ({
    lines: lines.map(({ id }) => id),
    kind,
    amount: differenceOf(lines),
    note,
  }),
  done: (_, { onDone }) => onDone(),
})
