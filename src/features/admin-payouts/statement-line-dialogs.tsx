import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { whyRow } from '#client/calls/payment-fields.tsx'
import { type FieldRow, stepDialog } from '#client/calls/step-dialog.tsx'
import { useCall } from '#client/calls/use-call.ts'
import { counted, formatDay } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useChosen } from '#client/lib/use-chosen.ts'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { ConfirmDialog } from '#client/ui/form-dialog.tsx'
import { ListState } from '#client/ui/list-page.tsx'
import { SearchBox } from '#client/ui/search-box.tsx'
import { optionsOf, SelectField } from '#client/ui/select-field.tsx'
import { Tabs } from '#client/ui/tabs.tsx'
import { formatDollars, parseDollars, roundedCents, sumOfDollars } from '#shared/money.ts'
import {
  ENTRY_NOTE_MAX_LENGTH,
  entryKinds,
  MATCH_MAX_PAYOUTS,
  type MovementGroup,
  movementGroupNames,
  movementGroups,
} from '#shared/statement.ts'
import type { Movement, StatementAccount, StatementLine } from '#shared/statement-schema.ts'
import { entryKindNames } from './entry-list.tsx'
import { transferName } from './ledger-names.ts'
import styles from './match-dialog.module.css'
import { differenceOf } from './statement-search.ts'

type Asked = { account: StatementAccount; lines: readonly StatementLine[]; onDone: () => void }
/** Says which movements lines are of; lines that differ take more of them, and lines may make up for each other. */
export function MatchDialog({ subject: { account, lines, onDone }, onClose }: { subject: Asked; onClose: () => void }) {
  const [search, setSearch] = useState<string>()
  const [of, setOf] = useState<MovementGroup>('all')
  const { rows: chosen, has, toggle } = useChosen<Movement>()
  const [line] = lines
  const cents = roundedCents(differenceOf(lines) || sumOfDollars(lines.map(({ amount, fee }) => amount + fee)))
  const text = search?.trim() || undefined
  const typed = parseDollars(text ?? '')
  const near = (typed ? Math.sign(cents) * typed : cents) / 100
  const input = { id: account.id, of, near, limit: MATCH_MAX_PAYOUTS, ...(!typed && { search: text }) }
  const query = trpc.statements.movements.useQuery(input, { placeholderData: keepPreviousData })
  const sum = roundedCents(sumOfDollars(chosen.map(({ amount }) => amount)))
  const match = trpc.statements.matchLine.useMutation(
    useCall({
      toast: ({ state }) => (state === 'reconciled' ? 'Reconciled.' : 'Matched, and the amount differs.'),
      onDone: () => {
        onDone()
        onClose()
      },
    }),
  )
  const confirm = () => {
    const [id = '', ...others] = lines.map((each) => each.id)
    const movements = chosen.flatMap(({ ids }) => ids)
    match.mutate({ id, ...(others[0] && { lines: others }), ...(movements[0] && { movements }) })
  }
  return (
    <ConfirmDialog
      title={`Match ${formatDollars(cents / 100)}`}
      description={
        line && !lines[1]
          ? `${formatDay(line.bookedOn)} · ${line.description || line.reference || line.id}`
          : counted(lines.length, 'line')
      }
      size="large"
      firstFocus="title"
      call={match}
      action="Match"
      pendingAction="Saving..."
      cancel="Close"
      disabledReason={!chosen[0] && !lines[1] ? 'Choose at least one movement' : undefined}
      onConfirm={confirm}
      onClose={onClose}
    >
      <SearchBox
        label="Search movements"
        placeholder="Order, payout, name, amount..."
        committed={search}
        onCommit={setSearch}
      />
      <ListState query={query} what="movements">
        {({ data, counts, pagination: { totalItems } }) => (
          <Tabs
            label="Movements"
            value={of}
            onValueChange={(value) => setOf(value as MovementGroup)}
            tabs={movementGroups.map((value) => ({
              value,
              label: `${movementGroupNames[value]} ${counts[value] ?? ''}`,
              content: (
                <>
                  {!data[0] && <p className="muted">No such movement is without a line.</p>}
                  <ul className={`plain stack gap-1 ${styles.payouts}`} aria-label="Movements without a line">
                    {data.map((movement) => (
                      <li key={movement.id}>
                        <Checkbox
                          label={<Choice movement={movement} />}
                          checked={has(movement)}
                          onCheckedChange={() => toggle(movement)}
                        />
                      </li>
                    ))}
                  </ul>
                  {totalItems > MATCH_MAX_PAYOUTS && <p className="muted">These are the nearest. Search for others.</p>}
                </>
              ),
            }))}
          />
        )}
      </ListState>
      <p role="status" className="strong tabular">
        {!chosen[0]
          ? 'Nothing is chosen.'
          : `${chosen.length} chosen, ${formatDollars(sum / 100)} of ${formatDollars(cents / 100)}${
              sum === cents ? '.' : `: ${formatDollars((cents - sum) / 100)} differs.`
            }`}
      </p>
    </ConfirmDialog>
  )
}

function Choice({ movement: { amount, kind, ids, day, payoutId, orderId } }: { movement: Movement }) {
  return (
    <span className="cluster gap-2 row-gap-0">
      <span className="strong tabular">{formatDollars(amount)}</span>
      <span>{transferName(kind, ids.length)}</span>
      <span className="muted nowrap">{formatDay(day)}</span>
      <span className="mono nowrap text-xs muted">{orderId}</span>
      <span className="mono nowrap text-xs muted">{payoutId}</span>
    </span>
  )
}

const kindRow = (start: (typeof entryKinds)[number]): FieldRow<typeof start> => ({
  start,
  draw: (field) => <SelectField {...field} label="Kind" options={optionsOf(entryKinds, entryKindNames)} />,
})

export const AdjustDialog = stepDialog({
  useMutation: trpc.statements.adjust.useMutation,
  show: ({ lines = [], movement }: Partial<Asked> & { movement?: Movement }) => {
    const amount = movement ? -movement.amount : differenceOf(lines)
    const first = lines.length === 1 ? lines[0]?.id : (movement?.payoutId ?? movement?.id)
    return {
      title: 'Adjusting entry',
      description: first ? <span className="mono">{first}</span> : counted(lines.length, 'line'),
      action: `Book ${formatDollars(amount)}`,
      disabledReason: amount === 0 ? 'These lines do not differ from the books' : undefined,
      toast: ({ id }) => `${id} is in the ledger.`,
      children: (
        <p>
          The bank has {formatDollars(Math.abs(amount))} {amount < 0 ? 'less' : 'more'} than the books. The entry makes
          the books agree, and {movement ? 'no line has to come' : 'its lines are reconciled'}.
        </p>
      ),
      fields: { kind: kindRow(movement ? 'opening' : 'fee'), note: whyRow('Why', 'Enter why.', ENTRY_NOTE_MAX_LENGTH) },
    }
  },
  input: ({ kind, note }, { account, lines = [], movement }) => ({
    ...(movement ? { account: account?.id, movements: movement.ids } : { lines: lines.map(({ id }) => id) }),
    ...{ kind, note, amount: movement ? -movement.amount : differenceOf(lines) },
  }),
  done: (_, { onDone }) => onDone?.(),
})
