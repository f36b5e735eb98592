import type { ReactNode } from 'react'
import { formatDateTime } from '#client/lib/format.ts'
import { RowButton } from '#client/ui/row-button.tsx'
import { type Column, Table } from '#client/ui/table.tsx'
import { Time } from '#client/ui/time.tsx'
import { dispositionNames, writeOffCauseNames } from '#shared/inventory.ts'
import type { ItemDetail, ItemDisposition } from '#shared/inventory-schema.ts'
import { amountsOf, buyerText } from './item-texts.ts'

type HistoryTableProps = { item: ItemDetail; onCorrect: (disposition: string) => void }

export function HistoryTable({ item, onCorrect }: HistoryTableProps) {
  const { dispositions } = item
  if (dispositions.length === 0) return <p className="muted">Nothing is recorded yet.</p>
  return (
    <Table
      name="History, the first first"
      columns={columnsOf(dispositions, onCorrect)}
      rows={dispositions}
      rowKey={({ id }) => id}
      isMuted={({ isCorrected }) => isCorrected === true}
      narrow="labelled"
    />
  )
}

function columnsOf(
  dispositions: readonly ItemDisposition[],
  onCorrect: HistoryTableProps['onCorrect'],
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
  const parts: ReactNode[] = [
    buyer && `to ${buyerText(buyer)}`,
    place && `at ${place}`,
    cause && writeOffCauseNames[cause],
    reference && `reference ${reference}`,
    lotId && `lot ${lotId}`,
    note && `“${note}”`,
  ].filter(Boolean)
  return parts.length === 0 ? '–' : parts.join(', ')
}
