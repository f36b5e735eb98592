import { trpc } from '#client/lib/trpc.ts'
import { useForm } from '#client/ui/form.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { TextArea } from '#client/ui/text-field.tsx'
import { useToast } from '#client/ui/toast.tsx'
import { dispositionNames, inventoryMessages, MAX_ITEM_NOTE_LENGTH } from '#shared/inventory.ts'
import type { ItemDetail, ItemDisposition } from '#shared/inventory-schema.ts'
import { amountsOf } from './item-texts.ts'
import { useOutcome } from './use-inventory.ts'

type CorrectDialogProps = { item: ItemDetail; wrong: ItemDisposition; onClose: () => void }

/** Takes back what was recorded last about a card, with a reason. */
export function CorrectDialog({ item: { id, version }, wrong, onClose }: CorrectDialogProps) {
  const toast = useToast()
  const form = useForm({ note: '' }, undefined, { required: { note: inventoryMessages.noReason } })
  const correct = trpc.inventory.correct.useMutation({
    ...useOutcome(form),
    onSuccess: () => {
      toast({ title: 'Corrected.' })
      onClose()
    },
  })
  const facts = [dispositionNames[wrong.kind], ...amountsOf(wrong)].join(', ')
  return (
    <FormDialog
      size="small"
      title="Correct"
      description={<span className="mono">{id}</span>}
      action="Take it back"
      pendingAction="Saving..."
      cancel="Close"
      form={form}
      isPending={correct.isPending}
      onSubmit={({ note }) => correct.mutate({ id, version, disposition: wrong.id, note })}
      onClose={onClose}
    >
      <p>{facts}. Stock and ledger are as before it, and the history keeps both. Then record what is right.</p>
      <TextArea {...form.bind('note')} label="Why" rows={2} maxLength={MAX_ITEM_NOTE_LENGTH} />
    </FormDialog>
  )
}
