import { MoneyField, ReferenceField } from '#client/calls/payment-fields.tsx'
import { dayOf } from '#client/lib/day-start.ts'
import { trpc } from '#client/lib/trpc.ts'
import type { FormState } from '#client/ui/form.tsx'
import { optionsOf, SelectField } from '#client/ui/select-field.tsx'
import { SuggestField, type SuggestFieldProps } from '#client/ui/suggest-field.tsx'
import { TextArea, TextField } from '#client/ui/text-field.tsx'
import {
  balancePlaceNames,
  balancePlaces,
  type DispositionField,
  MAX_BUYER_LENGTH,
  MAX_ITEM_NOTE_LENGTH,
  MAX_PLACE_LENGTH,
  type NewKind,
  writeOffCauseNames,
  writeOffCauses,
} from '#shared/inventory.ts'
import type { Item } from '#shared/inventory-schema.ts'
import { formatDollars } from '#shared/money.ts'
import styles from './dispose-fields.module.css'
import { type DisposeValues, hasField } from './dispose-form.ts'

type DisposeFieldsProps = { kind: NewKind; form: FormState<DisposeValues>; items: readonly Item[] }

const amountLabels: Readonly<Record<NewKind, string>> = {
  sold: 'Price',
  redeemed: 'Balance taken over',
  'charged-back': 'Amount that went back',
  recovered: 'Amount that came in',
  transferred: '',
  'written-off': '',
}

export function DisposeFields({ kind, form, items }: DisposeFieldsProps) {
  const isOne = items.length === 1
  const has = (field: DispositionField) => hasField(kind, field, isOne)
  const left = isOne ? items[0]?.leftFaceValue : undefined
  const isNeeded = kind === 'sold' || kind === 'recovered'
  return (
    <>
      {has('cause') && <CauseField form={form} />}
      {has('buyer') && <BuyerField {...form.bind('buyer')} label="Buyer" />}
      {has('place') && <PlaceFields kind={kind} form={form} />}
      {has('amount') && (
        <div className={styles.pair}>
          <MoneyField
            {...form.bind('amount')}
            label={isOne ? amountLabels[kind] : `${amountLabels[kind]} of each card`}
            optional={!isNeeded}
            hint={kind === 'redeemed' ? 'All that is left of the card without it.' : undefined}
          />
          {has('fee') && <MoneyField {...form.bind('fee')} label="Fee" optional />}
        </div>
      )}
      {has('faceValue') && left !== undefined && (
        <MoneyField
          {...form.bind('faceValue')}
          label="Only a part of the face value"
          hint={`All ${formatDollars(left)} that is left without it.`}
          optional
        />
      )}
      <div className={styles.pair}>
        <TextField {...form.bind('at')} type="date" label="Day" max={dayOf(new Date())} />
        <ReferenceField {...form.bind('reference')} label="Reference" optional />
      </div>
      <TextArea {...form.bind('note')} label="Note" optional rows={2} maxLength={MAX_ITEM_NOTE_LENGTH} />
    </>
  )
}

function CauseField({ form }: { form: FormState<DisposeValues> }) {
  const causes = writeOffCauses.filter((cause) => cause !== 'charged-back')
  const options = [{ value: '', name: 'Choose why' }, ...optionsOf(causes, writeOffCauseNames)]
  return <SelectField {...form.bind('cause')} label="Why" options={options} />
}

function BuyerField({ label, ...field }: Omit<SuggestFieldProps, 'suggestions'>) {
  const { data = [] } = trpc.inventory.buyers.useQuery()
  return (
    <SuggestField
      {...field}
      label={label}
      hint="A new name is added to the buyers."
      suggestions={data.map(({ name }) => name)}
      maxLength={MAX_BUYER_LENGTH}
    />
  )
}

function PlaceFields({ kind, form }: Omit<DisposeFieldsProps, 'items'>) {
  const { placeKind } = form.values
  if (kind === 'redeemed')
    return <TextField {...form.bind('place')} label="Account of ours" autoComplete="off" maxLength={MAX_PLACE_LENGTH} />
  return (
    <>
      <SelectField
        label="Where the balance is now"
        value={placeKind}
        options={optionsOf(balancePlaces, balancePlaceNames)}
        onValueChange={(next) => form.change({ placeKind: next, place: '' })}
      />
      {placeKind === 'buyer' ? (
        <BuyerField {...form.bind('place')} label="Buyer" />
      ) : (
        <TextField
          {...form.bind('place')}
          label={placeKind === 'safe' ? 'Which safe' : 'Which account'}
          autoComplete="off"
          maxLength={MAX_PLACE_LENGTH}
        />
      )}
    </>
  )
}
