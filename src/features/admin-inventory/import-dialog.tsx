import { useCall } from '#client/calls/use-call.ts'
import { counted } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { CsvDrop } from '#client/ui/csv-drop.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { FileFaults } from '#client/ui/file-faults.tsx'
import { DialogButtons } from '#client/ui/form-dialog.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { type Column, Table } from '#client/ui/table.tsx'

import { dispositionNames } from '#shared/inventory.ts'
import type { ImportedDispositions } from '#shared/inventory-schema.ts'
import { formatDollars } from '#shared/money.ts'

/** The server takes requests of 64 KB. */
const MAX_BYTES = 60_000

export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { onSuccess } = useCall({
    toast: ({ lines }: ImportedDispositions) =>
      `Recorded: ${counted(lines.filter(({ already }) => !already).length, 'line')}.`,
    onDone: onClose,
  })
  const check = trpc.inventory.importDispositions.useMutation()
  const record = trpc.inventory.importDispositions.useMutation({
    onSuccess: (result) => (result.isRecorded || result.waiting ? onSuccess(result) : check.reset()),
  })

  const read = record.data ?? check.data
  const added = read?.lines.filter(({ already }) => !already).length ?? 0
  const canRecord = check.data !== undefined && check.data.faults.length === 0 && added > 0

  return (
    <Dialog
      onClose={onClose}
      locked={record.isPending}
      title="Import CSV"
      description="The file is checked first. Nothing is recorded before you say so."
      size="large"
      firstFocus="title"
    >
      <div className="stack gap-4">
        <p className="muted">
          Columns: <span className="mono">order</span>, <span className="mono">kind</span> (redeemed, sold, transferred,
          written-off, charged-back, recovered) and <span className="mono">reference</span>. As each kind needs them:{' '}
          <span className="mono">date, face value, amount, fee, buyer, place, place name, cause, note</span>.
        </p>
        <CsvDrop
          maxBytes={MAX_BYTES}
          tooLarge="The file is larger than 60 KB. Import it in parts."
          isReading={check.isPending || record.isPending}
          error={check.error ?? record.error}
          onStart={() => {
            check.reset()
            record.reset()
          }}
          onRead={(csv) => check.mutate({ csv })}
        />
        {read && <Result read={read} />}
        <DialogButtons>
          {canRecord && check.variables && (
            <Button
              busy={record.isPending}
              onClick={() => check.variables && record.mutate({ ...check.variables, dryRun: false })}
            >
              Record {counted(added, 'line')}
            </Button>
          )}
          <Button variant="secondary" onClick={onClose} disabledReason={record.isPending ? 'Saving' : undefined}>
            Close
          </Button>
        </DialogButtons>
      </div>
    </Dialog>
  )
}

const lineColumns: readonly Column<ImportedDispositions['lines'][number]>[] = [
  { name: 'Line', cell: ({ line }) => line },
  { name: 'Order', cell: ({ id }) => <span className="mono">{id}</span> },
  { name: 'Kind', cell: ({ kind }) => dispositionNames[kind] },
  { name: 'Amount', kind: 'number', cell: ({ amount }) => (amount === 0 ? '–' : formatDollars(amount)) },
  { name: 'Result', cell: ({ already }) => (already ? 'Recorded before' : 'New') },
]

function Result({ read: { faults, lines } }: { read: ImportedDispositions }) {
  if (faults.length > 0)
    return <FileFaults faults={faults}>Nothing is recorded. Correct the file and choose it again.</FileFaults>
  const already = lines.filter((each) => each.already).length
  return (
    <>
      <Notice tone="ok" role="status" title={`The file has no faults: ${counted(lines.length, 'line')}`}>
        {already === lines.length
          ? 'All of them were recorded before.'
          : already > 0 && `${counted(already, 'line')} of them recorded before.`}
      </Notice>
      <Table name="Lines of the file" isTall columns={lineColumns} rows={lines} rowKey={({ line }) => line} />
    </>
  )
}
