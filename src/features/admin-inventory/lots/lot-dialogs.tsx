import { buyerPaymentOf, buyerPaymentRows, ReleaseDialog, whyRow } from '#client/calls/payment-fields.tsx'
import { questionDialog, stepDialog } from '#client/calls/step-dialog.tsx'
import { useCall } from '#client/calls/use-call.ts'
import { downloadText } from '#client/lib/download-text.ts'
import { counted } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useForm } from '#client/ui/form.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { PasswordField } from '#client/ui/password-field.tsx'
import { TextArea, TextField } from '#client/ui/text-field.tsx'
import { inventoryMessages, MAX_BUYER_LENGTH } from '#shared/inventory.ts'
import { LOT_MAX_ITEMS, LOT_REPEAT_MINUTES, type LotOutcome, lotItemLabels, lotMessages } from '#shared/lot.ts'
import type { LotDetail, MakeLotInput } from '#shared/lot-schema.ts'
import { formatDollars, parseDollars, sumOfDollars } from '#shared/money.ts'

/** What a dialog is about. `isPart`: the buyer has paid a part of what they owe. */
export type LotStep = { lot: LotDetail; outcome?: LotOutcome; items?: readonly string[]; isPart?: boolean }
export function ReleaseLotDialog({ subject: { lot }, onClose }: { subject: LotStep; onClose: () => void }) {
  const { id, total } = lot
  const about = `${counted(total.count, 'card')} for ${formatDollars(total.amount)}. After that its file can be downloaded once.`
  return <ReleaseDialog subject={{ title: 'Release the lot', id, amount: total.amount, about }} onClose={onClose} />
}

export const DownloadLotDialog = stepDialog({
  useMutation: trpc.lots.download.useMutation,
  show: ({ lot }: LotStep) => {
    const kept = lot.items.filter(({ isKept }) => isKept).length
    return {
      title: 'Download the file',
      of: `${lot.id}.csv`,
      action: 'Download',
      pendingAction: 'Downloading...',
      children: (
        <p>
          {kept === 0
            ? 'The file has no numbers and codes, because none are kept.'
            : `The file has the numbers and codes of ${counted(kept, 'card')}. The audit log says that you have seen each.`}{' '}
          It is shown once: a repeat within {LOT_REPEAT_MINUTES} minutes is for you alone. With it the cards are
          delivered: the buyer owes {formatDollars(lot.offered.amount + lot.owed)}.
        </p>
      ),
      fields: {
        currentPassword: {
          wrong: (typed) => (typed === '' ? 'Enter your password' : undefined),
          draw: (field) => <PasswordField {...field} label="Your password" autoComplete="current-password" />,
        },
      },
    }
  },
  input: ({ currentPassword }, { lot: { id } }) => ({ id, currentPassword }),
  done: ({ name, content }) => downloadText(name, content),
})

const says: Readonly<Record<LotOutcome, string>> = {
  delivered: 'The buyer has the cards and owes their prices.',
  paid: 'Numbers and codes of the cards that are paid are erased.',
  refused:
    'The buyer does not take the cards. Nothing is owed for them. They are in stock again, or to be checked if their codes were shown.',
}

export const RecordLotDialog = stepDialog({
  useMutation: trpc.lots.record.useMutation,
  show: ({ lot, outcome = 'paid', items, isPart = false }: LotStep) => {
    const { name } = lotItemLabels[outcome]
    const action = `Record as ${name.toLowerCase()}`
    const cards = lot.items.filter(({ submissionId, state }) =>
      items ? items.includes(submissionId) : state === 'offered' || (outcome !== 'delivered' && state === 'delivered'),
    )
    const count = counted(cards.length, 'card')
    const sum = formatDollars(
      sumOfDollars(cards.map(({ state, owed, price }) => (state === 'delivered' ? owed : price))),
    )
    const isPaid = outcome === 'paid'
    return {
      title: isPart ? 'Part payment' : name,
      description: items ? <span className="mono">{items.join(', ')}</span> : `${count}, ${sum}`,
      action: isPart ? 'Record payment' : isPaid ? `${action}, ${sum}` : action,
      pendingAction: 'Recording...',
      toast: isPart ? 'The payment is recorded.' : `${count}: ${name.toLowerCase()}.`,
      children: <p>{says[outcome]}</p>,
      fields: isPaid ? buyerPaymentRows({ ...(isPart && { owed: lot.owed }), reference: lot.reference }) : {},
    }
  },
  input: (values, { lot: { id }, outcome = 'paid', items }, requestKey) => ({
    ...{ id, outcome, requestKey, ...(outcome === 'paid' && buyerPaymentOf(values)) },
    ...(items && { items: [...items] }),
  }),
})

export const WriteOffLotDialog = stepDialog({
  useMutation: trpc.lots.writeOff.useMutation,
  show: ({ lot: { id, owed } }: LotStep) => ({
    title: 'Write off what is owed',
    of: id,
    action: `Write off ${formatDollars(owed)}`,
    isDanger: true,
    toast: `${formatDollars(owed)} is a loss.`,
    children: (
      <p>The buyer never pays {formatDollars(owed)}: it is a loss. Numbers and codes of the cards are erased.</p>
    ),
    fields: { note: whyRow() },
  }),
  input: ({ note }, { lot: { id, owed } }) => ({ id, amount: owed, note }),
})

export const CancelLotDialog = questionDialog({
  useMutation: trpc.lots.cancel.useMutation,
  show: ({ lot: { id, total } }: LotStep) => ({
    title: 'Cancel the lot',
    of: id,
    action: 'Cancel the lot',
    cancel: 'Keep it',
    isDanger: true,
    children: <p>Its {counted(total.count, 'card')} are in stock again.</p>,
  }),
  input: ({ lot: { id } }) => ({ id }),
})

type MakeLotDialogProps = {
  /** `price` to begin with, in dollars. */
  chosen?: readonly { submissionId: string; price: number }[]
  /** The same for every try, so that a lost answer makes no second lot. */
  requestKey: string
  onMade: (lotId: string) => void
  onClose: () => void
}

export function MakeLotDialog({ chosen = [], requestKey, onMade, onClose }: MakeLotDialogProps) {
  const lines = chosen.map(({ submissionId, price }) => `${submissionId} ${price.toFixed(2)}`).join('\n')
  const form = useForm({ buyer: '', items: lines }, ({ buyer, items }) => {
    if (!buyer.trim()) return { message: inventoryMessages.noBuyer, field: 'buyer' }
    const parsed = parseLotLines(items)
    return 'error' in parsed ? { message: parsed.error, field: 'items' } : undefined
  })
  const make = trpc.lots.make.useMutation(useCall({ form, onDone: ({ id }) => onMade(id) }))
  const { count, dollars } = sumOfLines(form.values.items)
  return (
    <FormDialog
      size="medium"
      title="Make a lot"
      description="Cards in stock that one buyer is offered together"
      form={form}
      call={make}
      action={count > 0 ? `Offer ${count} for ${formatDollars(dollars)}` : 'Make the lot'}
      pendingAction="Making the lot..."
      onSubmit={({ buyer, items }) => {
        const parsed = parseLotLines(items)
        if ('items' in parsed) make.mutate({ buyer, items: parsed.items, requestKey })
      }}
      onClose={onClose}
    >
      <TextField
        {...form.bind('buyer')}
        label="Buyer"
        hint="A new name is added to the buyers."
        autoComplete="off"
        maxLength={MAX_BUYER_LENGTH}
      />
      <TextArea
        {...form.bind('items')}
        label="Cards and prices"
        hint="One card on each line: the order, then the price in dollars."
        placeholder="GCE-7K3M9Q2XVB 96.00"
        mono
        rows={8}
      />
    </FormDialog>
  )
}

/** An order and a price on each line, or what is wrong with the first bad line. */
export function parseLotLines(text: string): { items: MakeLotInput['items'] } | { error: string } {
  const items: MakeLotInput['items'] = []
  for (const [at, line] of text.split('\n').entries()) {
    const cells = line.match(/[^\s,;]+/g) ?? []
    if (cells.length === 0) continue
    const [order = '', price = '', ...rest] = cells
    const cents = parseDollars(price)
    if (rest.length > 0 || cents === null || cents <= 0)
      return { error: `Line ${at + 1}: enter an order and its price in dollars, such as GCE-7K3M9Q2XVB 96.00.` }
    items.push({ submissionId: order.toUpperCase(), price: cents / 100 })
  }
  if (items.length === 0) return { error: inventoryMessages.chooseOne }
  if (items.length > LOT_MAX_ITEMS) return { error: lotMessages.tooMany }
  return { items }
}

/** In dollars; lines that cannot be read are left out. */
export function sumOfLines(text: string) {
  const parsed = parseLotLines(text)
  if ('error' in parsed) return { count: 0, dollars: 0 }
  return { count: parsed.items.length, dollars: sumOfDollars(parsed.items.map(({ price }) => price)) }
}
