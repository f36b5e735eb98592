import { useCall } from '#client/calls/use-call.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useForm } from '#client/ui/form.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { optionsOf, SelectField } from '#client/ui/select-field.tsx'
import { TextArea } from '#client/ui/text-field.tsx'
import { formatDollars } from '#shared/money.ts'
import { ENTRY_NOTE_MAX_LENGTH, type EntryKind, entryKinds } from '#shared/statement.ts'
import type { StatementLine } from '#shared/statement-schema.ts'
import { entryKindNames } from './entry-list.tsx'
import { differenceOf } from './statement-search.ts'

type AdjustDialogProps = { lines: readonly StatementLine[]; onDone: () => void; onClose: () => void }
type Values = { kind: EntryKind; note: string }

export function AdjustDialog({ lines, onDone, onClose }: AdjustDialogProps) {
  const amount = differenceOf(lines)
  const form = useForm<Values>({ kind: 'fee', note: '' }, undefined, { required: { note: 'Enter why.' } })
  const adjust = trpc.statements.adjust.useMutation(
    useCall({
      form,
      toast: ({ id, state }) => (state === 'waiting' ? `${id} waits for a second person.` : `${id} is in the ledger.`),
      onDone,
    }),
  )
  const count = lines.length === 1 ? '1 line' : `${lines.length} lines`
  return (
    <FormDialog
      title="Adjusting entry"
      description={lines.length === 1 ? <span className="mono">{lines[0]?.id}</span> : count}
      size="small"
      action={`Book ${formatDollars(amount)}`}
      pendingAction="Saving..."
      disabledReason={amount === 0 ? 'These lines do not differ from the books' : undefined}
      form={form}
      isPending={adjust.isPending}
      onSubmit={({ kind, note }) => adjust.mutate({ lines: lines.map(({ id }) => id), kind, amount, note })}
      onClose={onClose}
    >
      <p>
        {amount < 0
          ? `The bank has ${formatDollars(-amount)} less than the books.`
          : `The bank has ${formatDollars(amount)} more than the books.`}{' '}
        The entry makes the books agree, and {count === '1 line' ? 'the line is' : 'the lines are'} reconciled.
      </p>
      <SelectField {...form.bind('kind')} label="Kind" options={optionsOf(entryKinds, entryKindNames)} />
      <TextArea {...form.bind('note')} label="Why" rows={2} maxLength={ENTRY_NOTE_MAX_LENGTH} />
    </FormDialog>
  )
}
