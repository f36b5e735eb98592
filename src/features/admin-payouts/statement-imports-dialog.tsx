import { useState } from 'react'
import { questionDialog } from '#client/calls/step-dialog.tsx'
import { counted, formatDay } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { RowButton } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { TableList } from '#client/ui/list-page.tsx'
import type { Column } from '#client/ui/table.tsx'
import { Time } from '#client/ui/time.tsx'
import { statementMessages } from '#shared/statement.ts'
import type { StatementAccount, StatementImport } from '#shared/statement-schema.ts'

/** The files that were imported to an account, each of which can be taken back as a whole. */
export function StatementImportsDialog({ account, onClose }: { account: StatementAccount; onClose: () => void }) {
  const query = trpc.statements.imports.useQuery({ id: account.id })
  const [chosen, setChosen] = useState<StatementImport>()
  if (chosen) return <TakeBackDialog subject={chosen} onClose={() => setChosen(undefined)} />
  return (
    <Dialog title="Imports" description={account.name} size="large" firstFocus="title" onClose={onClose}>
      <TableList
        query={query}
        what="imports"
        empty={<p>No file was imported yet.</p>}
        name="Imports, newest first"
        columns={columnsOf(setChosen)}
        narrow="labelled"
      />
    </Dialog>
  )
}

const columnsOf = (onTakeBack: (chosen: StatementImport) => void): readonly Column<StatementImport>[] => [
  { name: 'Imported', cell: ({ madeAt }) => <Time at={madeAt} /> },
  { name: 'By', cell: ({ madeBy }) => madeBy.name, wraps: true },
  { name: 'Lines', kind: 'number', cell: ({ lines }) => lines },
  { name: 'Days', cell: daysOf },
  {
    name: 'Take back',
    kind: 'actions',
    cell: (each) => (
      <RowButton
        of={`the import of ${daysOf(each)}`}
        disabledReason={each.used > 0 ? statementMessages.importInUse : undefined}
        onClick={() => onTakeBack(each)}
      >
        Take back...
      </RowButton>
    ),
  },
]

const daysOf = ({ from, to }: StatementImport) =>
  from && to ? `${formatDay(from)} to ${formatDay(to)}` : 'no new lines'

const TakeBackDialog = questionDialog({
  useMutation: trpc.statements.takeBack.useMutation,
  show: (given: StatementImport) => ({
    size: 'small',
    title: 'Take back this import?',
    description: `${counted(given.lines, 'line')}, ${daysOf(given)}`,
    action: 'Take back',
    pendingAction: 'Removing...',
    toast: 'The import was taken back.',
    children: <p>All of its lines and their matches are removed. Fees of PayPal that it booked are reversed today.</p>,
  }),
  input: ({ id }) => ({ id }),
})
