import { useState } from 'react'
import { OurAccountField } from '#client/calls/payment-fields.tsx'
import { useCall } from '#client/calls/use-call.ts'
import { useStaffPermissions } from '#client/lib/staff-session.ts'
import { trpc } from '#client/lib/trpc.ts'
import { LabelTag } from '#client/ui/badge.tsx'
import { SmallButton } from '#client/ui/button.tsx'
import { useForm } from '#client/ui/form.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { ItemLink } from '#client/ui/id-link.tsx'
import { Section } from '#client/ui/section.tsx'
import { optionsOf, SelectField } from '#client/ui/select-field.tsx'
import { TextArea, TextField } from '#client/ui/text-field.tsx'
import {
  balancePlaceNames,
  dispositionNames,
  inventoryMessages,
  isOurs,
  MAX_ITEM_NOTE_LENGTH,
  MAX_PLACE_LENGTH,
  reviewerKinds,
} from '#shared/inventory.ts'
import type { OrderItem } from '#shared/inventory-schema.ts'
import { itemLabels } from '#shared/item-label.ts'
import { formatDollars } from '#shared/money.ts'
import { actStateNames } from '#shared/waiting-act.ts'
import record from './order-record.module.css'

export function OrderItemBlock({ item }: { item: OrderItem }) {
  const { mayPay } = useStaffPermissions()
  const [isRecording, setIsRecording] = useState(false)
  const { id, state, place, last, cost, leftFaceValue, proceeds } = item
  const isInStock = isOurs(state) && leftFaceValue > 0
  return (
    <Section id="order-item" title="Inventory" level={4} headClass={record.heading}>
      <div className="stack gap-2">
        <p className="breaks">
          <LabelTag label={itemLabels[state]} /> Cost {formatDollars(cost)}.{' '}
          {place && `${balancePlaceNames[place.place]}: ${place.name || 'a name that was erased'}. `}
          {last &&
            last.kind !== 'transferred' &&
            `${dispositionNames[last.kind]}, ${formatDollars(proceeds)} came in. `}
          {mayPay && <ItemLink id={id} />}
        </p>
        {item.asked && <p className="muted">What you recorded: {actStateNames[item.asked]}.</p>}
        {isInStock && item.mayRecord && item.asked !== 'waiting' && !mayPay && (
          <div>
            <SmallButton onClick={() => setIsRecording(true)}>Record what became of it...</SmallButton>
          </div>
        )}
      </div>
      {isRecording && <RecordItemDialog item={item} onClose={() => setIsRecording(false)} />}
    </Section>
  )
}

type Kind = (typeof reviewerKinds)[number]
const kindNames: Readonly<Record<Kind, string>> = {
  redeemed: 'Redeemed to an account of ours',
  transferred: 'The card was put in the safe',
}
function RecordItemDialog({ item, onClose }: { item: OrderItem; onClose: () => void }) {
  const { ours } = item
  const usual = ours.length === 1 ? (ours[0] ?? '') : ''
  const form = useForm({ kind: 'redeemed' as Kind, place: usual, note: '' }, ({ place }) =>
    place.trim() === '' ? { field: 'place', message: inventoryMessages.noPlace } : undefined,
  )
  const save = trpc.admin.review.recordItem.useMutation(useCall({ form, toast: 'Recorded.', onDone: onClose }))
  const { kind } = form.values
  return (
    <FormDialog
      size="small"
      title="What became of this card"
      description={`${item.brandName} ${formatDollars(item.leftFaceValue)}. Report a card that is lost as a problem.`}
      action="Record"
      pendingAction="Saving..."
      form={form}
      call={save}
      onSubmit={({ place: name, note }) => {
        const place = { place: kind === 'redeemed' ? 'account' : 'safe', name } as const
        save.mutate({ id: item.id, version: item.version, kind, note, place })
      }}
      onClose={onClose}
    >
      <SelectField
        {...form.bind('kind')}
        label="What became of it"
        options={optionsOf(reviewerKinds, kindNames)}
        onValueChange={(next) => form.change({ kind: next, place: next === 'redeemed' ? usual : '' })}
      />
      {kind === 'redeemed' && <OurAccountField {...form.bind('place')} names={ours} />}
      {kind !== 'redeemed' && <TextField {...form.bind('place')} label="Which safe" maxLength={MAX_PLACE_LENGTH} />}
      <TextArea {...form.bind('note')} label="Note" optional rows={2} maxLength={MAX_ITEM_NOTE_LENGTH} />
    </FormDialog>
  )
}
