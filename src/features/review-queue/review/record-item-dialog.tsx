import { useCall } from '#client/calls/use-call.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useForm } from '#client/ui/form.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { optionsOf, SelectField } from '#client/ui/select-field.tsx'
import { TextArea, TextField } from '#client/ui/text-field.tsx'
import {
  inventoryMessages,
  MAX_ITEM_NOTE_LENGTH,
  MAX_PLACE_LENGTH,
  reviewerKinds,
  writeOffCauseNames,
  writeOffCauses,
} from '#shared/inventory.ts'
import type { OrderItem } from '#shared/inventory-schema.ts'
import { formatDollars } from '#shared/money.ts'

type Kind = (typeof reviewerKinds)[number]
const kindNames: Readonly<Record<Kind, string>> = {
  redeemed: 'Redeemed to an account of ours',
  transferred: 'The card was put in the safe',
  'written-off': 'Lost: it is written off',
}
const causes = writeOffCauses.filter((cause) => cause !== 'charged-back')
type RecordItemDialogProps = { item: OrderItem; onClose: () => void }

export function RecordItemDialog({ item, onClose }: RecordItemDialogProps) {
  const start = { kind: 'redeemed' as Kind, place: '', cause: 'drained' as (typeof causes)[number], note: '' }
  const form = useForm(start, ({ kind, place }) =>
    kind !== 'written-off' && place.trim() === '' ? { field: 'place', message: inventoryMessages.noPlace } : undefined,
  )
  const save = trpc.admin.review.recordItem.useMutation(useCall({ form, toast: 'Recorded.', onDone: onClose }))
  const { kind, cause } = form.values
  return (
    <FormDialog
      size="small"
      title="What became of this card"
      description={`${item.brandName} ${formatDollars(item.leftFaceValue)}`}
      action="Record"
      pendingAction="Saving..."
      isDanger={kind === 'written-off'}
      form={form}
      isPending={save.isPending}
      onSubmit={({ place, note }) =>
        save.mutate({
          ...{ id: item.id, version: item.version, kind, note },
          ...(kind === 'written-off'
            ? { cause }
            : { place: { place: kind === 'redeemed' ? 'account' : 'safe', name: place } }),
        })
      }
      onClose={onClose}
    >
      <SelectField {...form.bind('kind')} label="What became of it" options={optionsOf(reviewerKinds, kindNames)} />
      {kind === 'written-off' ? (
        <SelectField {...form.bind('cause')} label="Why" options={optionsOf(causes, writeOffCauseNames)} />
      ) : (
        <TextField
          {...form.bind('place')}
          label={kind === 'redeemed' ? 'Which account' : 'Which safe'}
          autoComplete="off"
          maxLength={MAX_PLACE_LENGTH}
        />
      )}
      <TextArea {...form.bind('note')} label="Note" optional rows={2} maxLength={MAX_ITEM_NOTE_LENGTH} />
    </FormDialog>
  )
}
