import { trpc } from '#client/lib/trpc.ts'
import { type FormProblem, useForm } from '#client/ui/form.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { TextArea } from '#client/ui/text-field.tsx'
import { useToast } from '#client/ui/toast.tsx'
import { formatDollars } from '#shared/money.ts'
import { ENTRY_NOTE_MAX_LENGTH, type EntryKind, entryKinds } from '#shared/statement.ts'
import type { StatementLine } from '#shared/statement-schema.ts'
import { entryKindNames } from './statement-labels.ts'
import { differenceOf } from './statement-search.ts'
import { useStepOutcome } from './use-step-outcome.ts'

type AdjustDialogProps = { lines: readonly StatementLine[]; onDone: () => void; onClose: () => void }
type Values = { kind: EntryKind; note: string }

/** Books what lines have more or less than the books. */
export function AdjustDialog({ lines, onDone, onClose }: AdjustDialogProps) {
  const toast = useToast()
  const amount = differenceOf(lines)
  const form = useForm<Values>({ kind: 'fee', note: '' }, ({ note }): FormProblem | undefined =>
    note.trim() === '' ? { message: 'Enter why.', field: 'note' } : undefined,
  )
  const outcome = useStepOutcome(form, onDone)
  const adjust = trpc.statements.adjust.useMutation({
    ...outcome,
    onSuccess: ({ id, state }) => {
      toast({ title: state === 'waiting' ? `${id} waits for a second person.` : `${id} is in the ledger.` })
      outcome.onSuccess()
    },
  })
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
      <SelectField
        label="Kind"
        name="kind"
        value={form.values.kind}
        onValueChange={(kind) => form.change({ kind: kind as EntryKind })}
      >
        {entryKinds.map((kind) => (
          <option key={kind} value={kind}>
            {entryKindNames[kind]}
          </option>
        ))}
      </SelectField>
      <TextArea {...form.bind('note')} label="Why" rows={2} maxLength={ENTRY_NOTE_MAX_LENGTH} />
    </FormDialog>
  )
}
