import { whyRow } from '#client/calls/payment-fields.tsx'
import { stepDialog } from '#client/calls/step-dialog.tsx'
import { trpc } from '#client/lib/trpc.ts'
import { dispositionNames, inventoryMessages, MAX_ITEM_NOTE_LENGTH } from '#shared/inventory.ts'
import type { ItemDetail, ItemDisposition } from '#shared/inventory-schema.ts'
import { amountsOf } from './item-texts.ts'

export const CorrectDialog = stepDialog({
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
