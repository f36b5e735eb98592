import { useId } from 'react'
import { MoneyAccountField, MoneyField, OurAccountField, ReferenceField } from '#client/calls/payment-fields.tsx'
import { useCall } from '#client/calls/use-call.ts'
import { today } from '#client/lib/day-start.ts'
import { counted } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { type FormState, useForm } from '#client/ui/form.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { optionsOf, SelectField } from '#client/ui/select-field.tsx'
import { TextArea, TextField, type TextFieldProps } from '#client/ui/text-field.tsx'
import {
  balancePlaceNames,
  balancePlaces,
  type DispositionField,
  dispositionNames,
  MAX_BUYER_LENGTH,
  MAX_ITEM_NOTE_LENGTH,
  MAX_PLACE_LENGTH,
  type NewKind,
  writeOffCauseNames,
  writeOffCauses,
} from '#shared/inventory.ts'
import type { Item } from '#shared/inventory-schema.ts'
import { formatDollars, parseDollars, sumOfDollars } from '#shared/money.ts'
import { type DisposeValues, disposeProblems, emptyValues, hasField, inputOf } from './dispose-form.ts'
import { actionNames, marginText } from './item-texts.ts'

type DisposeDialogProps = {
  kind: NewKind
  items: readonly Item[]
  onDone?: () => void
  onClose: () => void
}

export function DisposeDialog({ kind, items, onDone, onClose }: DisposeDialogProps) {
  const form = useForm(emptyValues(kind), (values) => disposeProblems(kind, values))
  const [first] = items
  const isOne = items.length === 1
  const done = () => {
    onDone?.()
    onClose()
  }
  const one = trpc.inventory.dispose.useMutation(
    useCall({ form, toast: `${dispositionNames[kind]}: recorded.`, onDone: done }),
  )
  const many = trpc.inventory.disposeMany.useMutation(
    useCall({
      form,
      toast: ({ recorded, already }) =>
        `Recorded for ${counted(recorded, 'card')}.${already > 0 ? ` It was recorded before for ${counted(already, 'card')}.` : ''}`,
      onDone: done,
    }),
  )
  return (
    <FormDialog
      title={actionNames[kind]}
      description={
        isOne && first ? (
          <>
            {first.brandName} {formatDollars(first.faceValue)} <span className="mono nowrap">{first.id}</span>
          </>
        ) : (
          cardsText(items)
        )
      }
      action={actionNames[kind]}
      pendingAction="Saving..."
      cancel="Close"
      isDanger={kind === 'written-off'}
      form={form}
      isPending={one.isPending || many.isPending}
      onSubmit={(values) => {
        const input = inputOf(kind, values, isOne, new Date())
        if (isOne && first) one.mutate({ id: first.id, version: first.version, ...input })
        else many.mutate({ items: items.map(({ id, version }) => ({ id, version })), ...input })
      }}
      onClose={onClose}
    >
      <DisposeFields kind={kind} form={form} items={items} />
      <Result {...{ kind, items }} values={form.values} />
    </FormDialog>
  )
}

function cardsText(items: readonly Item[]) {
  const sum = (key: 'leftCost' | 'leftFaceValue') => formatDollars(sumOfDollars(items.map((item) => item[key])))
  return `${counted(items.length, 'card')}: face value ${sum('leftFaceValue')}, cost ${sum('leftCost')}. The amounts are of each card.`
}

type ResultProps = { kind: NewKind; items: readonly Item[]; values: DisposeValues }

/** For whole cards only: the server computes the cost of a part. */
function Result({ kind, items, values: { amount, fee, faceValue: part } }: ResultProps) {
  const [price, taken] = [parseDollars(amount), parseDollars(fee || '0')]
  if ((kind !== 'sold' && kind !== 'redeemed') || part.trim() !== '' || price === null || taken === null) return null
  const cost = sumOfDollars(items.map(({ leftCost }) => leftCost))
  const times = items.length
  return (
    <p className="muted" role="status">
      {marginText(cost, (price * times) / 100, (taken * times) / 100)}
    </p>
  )
}

type DisposeFieldsProps = { kind: NewKind; form: FormState<DisposeValues>; items: readonly Item[] }

const amountLabels: Readonly<Record<NewKind, string>> = {
  sold: 'Price',
  redeemed: 'Balance taken over',
  'charged-back': 'Amount that went back',
  recovered: 'Amount that came in',
  transferred: '',
  'written-off': '',
}

function DisposeFields({ kind, form, items }: DisposeFieldsProps) {
  const isOne = items.length === 1
  const has = (field: DispositionField) => hasField(kind, field, isOne)
  const left = isOne ? items[0]?.leftFaceValue : undefined
  const isNeeded = kind === 'sold' || kind === 'recovered'
  return (
    <>
      {has('cause') && <CauseField form={form} />}
      {has('buyer') && <BuyerField {...form.bind('buyer')} />}
      {has('place') && <PlaceFields kind={kind} form={form} />}
      {has('amount') && (
        <div className="field-grid">
          <MoneyField
            {...form.bind('amount')}
            label={isOne ? amountLabels[kind] : `${amountLabels[kind]} of each card`}
            optional={!isNeeded}
            hint={kind === 'redeemed' ? 'All that is left of the card without it.' : undefined}
          />
          {has('fee') && <MoneyField {...form.bind('fee')} label="Fee" optional />}
        </div>
      )}
      {has('account') && kind !== 'redeemed' && (
        <MoneyAccountField
          {...form.bind('account')}
          label={kind === 'charged-back' ? 'Where it went back from' : 'Where it arrived'}
        />
      )}
      {has('faceValue') && left !== undefined && (
        <MoneyField
          {...form.bind('faceValue')}
          label="Only a part of the face value"
          hint={`All ${formatDollars(left)} that is left without it.`}
          optional
        />
      )}
      <div className="field-grid">
        <TextField {...form.bind('at')} type="date" label="Day" max={today()} />
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

function BuyerField(field: Omit<TextFieldProps, 'label'>) {
  const { data = [] } = trpc.inventory.buyers.useQuery()
  const listId = useId()
  return (
    <>
      <TextField
        autoComplete="off"
        {...field}
        label="Buyer"
        hint="A new name is added to the buyers."
        maxLength={MAX_BUYER_LENGTH}
        list={listId}
      />
      <datalist id={listId}>
        {data.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  )
}

function PlaceFields({ kind, form }: Omit<DisposeFieldsProps, 'items'>) {
  const { placeKind } = form.values
  const { data = [] } = trpc.statements.accounts.useQuery(undefined, { enabled: kind === 'redeemed' })
  const ours = data.flatMap((each) => (each.kind === 'balance' ? each.name : []))
  if (kind === 'redeemed') return <OurAccountField {...form.bind('place')} names={ours} />
  return (
    <>
      <SelectField
        label="Where the balance is now"
        value={placeKind}
        options={optionsOf(balancePlaces, balancePlaceNames)}
        onValueChange={(next) => form.change({ placeKind: next, place: '' })}
      />
      {placeKind === 'buyer' ? (
        <BuyerField {...form.bind('place')} />
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
