import { useState } from 'react'
import { whyRow } from '#client/calls/payment-fields.tsx'
import { stepDialog } from '#client/calls/step-dialog.tsx'
import { formatDateTime } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { RowButton } from '#client/ui/row-button.tsx'
import { type Column, Table } from '#client/ui/table.tsx'
import { Time } from '#client/ui/time.tsx'
import { dispositionNames, inventoryMessages, MAX_ITEM_NOTE_LENGTH, writeOffCauseNames } from '#shared/inventory.ts'
import type { ItemDetail, ItemDisposition } from '#shared/inventory-schema.ts'
import { amountsOf, buyerText } from './item-texts.ts'

export function HistoryTable({ item }: { item: ItemDetail }) {
  const { dispositions } = item
  const [wrongId, setWrongId] = useState<string>()
  const wrong = dispositions.find(({ id }) => id === wrongId)
  if (dispositions.length === 0) return <p className="muted">Nothing is recorded yet.</p>
  return (
    <>
      <Table
        name="History, the first first"
        columns={columnsOf(dispositions, setWrongId)}
        rows={dispositions}
        rowKey={({ id }) => id}
        isMuted={({ isCorrected }) => isCorrected === true}
        narrow="labelled"
      />
      {wrong && <CorrectDialog subject={{ item, wrong }} onClose={() => setWrongId(undefined)} />}
    </>
  )
}

function columnsOf(
  dispositions: readonly ItemDisposition[],
  onCorrect: (disposition: string) => void,
): readonly Column<ItemDisposition>[] {
  const correctedKind = ({ corrects }: ItemDisposition) => dispositions.find(({ id }) => id === corrects)?.kind
  return [
    {
      name: 'What',
      cell: (row) => {
        const kind = correctedKind(row)
        return (
          <>
            {dispositionNames[row.kind]}
            {kind && `: ${dispositionNames[kind].toLowerCase()}`}
            {row.isCorrected && <span className="muted"> (corrected)</span>}
          </>
        )
      },
    },
    { name: 'Day', cell: ({ at }) => <Time at={at} isDay /> },
    { name: 'Amounts', wraps: true, cell: (row) => amountsOf(row).join(', ') || '–' },
    { name: 'Details', wraps: true, cell: (row) => <Details row={row} /> },
    {
      name: 'Recorded',
      wraps: true,
      cell: ({ madeAt, madeBy }) => `${formatDateTime(madeAt)}${madeBy ? ` by ${madeBy.name}` : ''}`,
    },
    {
      name: 'Correction',
      kind: 'actions',
      cell: ({ id, mayCorrect, kind }) =>
        mayCorrect && (
          <RowButton of={dispositionNames[kind]} onClick={() => onCorrect(id)}>
            Correct...
          </RowButton>
        ),
    },
  ]
}

function Details({ row: { buyer, place, cause, reference, lotId, note } }: { row: ItemDisposition }) {
  const parts = [
    buyer && `to ${buyerText(buyer)}`,
    place && `at ${place}`,
    cause && writeOffCauseNames[cause],
    reference && `reference ${reference}`,
    lotId && `lot ${lotId}`,
    note && `“${note}”`,
  ].filter(Boolean)
  return parts.length === 0 ? '–' : parts.join(', ')
}

const CorrectDialog = stepDialog({
  useMutation: trpc.inventory.correct.useMutation,
  show: ({ item, wrong }: { item: ItemDetail; wrong: ItemDisposition }) => ({
    title: 'Correct',
    description: <span className="mono">{item.id}</span>,
    action: 'Take it back',
    cancel: 'Close',
    toast: 'Corrected.',
    children: (
      <p>
        {[dispositionNames[wrong.kind], ...amountsOf(wrong)].join(', ')}. Stock and ledger are as before it, and the
        history keeps both. Then record what is right.
      </p>
    ),
    fields: { note: whyRow('Why', inventoryMessages.noReason, MAX_ITEM_NOTE_LENGTH) },
  }),
  input: ({ note }, { item: { id, version }, wrong }) => ({ id, version, disposition: wrong.id, note }),
})
