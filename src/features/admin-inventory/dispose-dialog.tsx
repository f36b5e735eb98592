import { useCall } from '#client/calls/use-call.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useForm } from '#client/ui/form.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { dispositionNames, type NewKind } from '#shared/inventory.ts'
import type { Item } from '#shared/inventory-schema.ts'
import { formatDollars, parseDollars, sumOfDollars } from '#shared/money.ts'
import { DisposeFields } from './dispose-fields.tsx'
import { disposeProblems, emptyValues, inputOf } from './dispose-form.ts'
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
        `Recorded for ${count(recorded)}.${already > 0 ? ` It was recorded before for ${count(already)}.` : ''}`,
      onDone: done,
    }),
  )
  return (
    <FormDialog
      title={actionNames[kind]}
      description={isOne && first ? <CardLine item={first} /> : <CardsLine items={items} />}
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
      <Result
        kind={kind}
        items={items}
        amount={form.values.amount}
        fee={form.values.fee}
        part={form.values.faceValue}
      />
    </FormDialog>
  )
}

const count = (number: number) => (number === 1 ? '1 card' : `${number} cards`)

function CardLine({ item }: { item: Item }) {
  return (
    <>
      {item.brandName} {formatDollars(item.faceValue)} <span className="mono nowrap">{item.id}</span>
    </>
  )
}

function CardsLine({ items }: { items: readonly Item[] }) {
  const sum = (key: 'leftCost' | 'leftFaceValue') => formatDollars(sumOfDollars(items.map((item) => item[key])))
  return `${count(items.length)}: face value ${sum('leftFaceValue')}, cost ${sum('leftCost')}. The amounts are of each card.`
}

type ResultProps = { kind: NewKind; items: readonly Item[]; amount: string; fee: string; part: string }

/** For whole cards only: the server computes the cost of a part. */
function Result({ kind, items, amount, fee, part }: ResultProps) {
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
