import { MoneyField, ReferenceField } from '#client/calls/payment-fields.tsx'
import { type FieldRow, questionDialog, stepDialog } from '#client/calls/step-dialog.tsx'
import { useCall } from '#client/calls/use-call.ts'
import { downloadText } from '#client/lib/download-text.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useForm } from '#client/ui/form.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { PasswordField } from '#client/ui/password-field.tsx'
import { LOT_REPEAT_MINUTES, type LotOutcome, lotMessages } from '#shared/lot.ts'
import type { LotDetail } from '#shared/lot-schema.ts'
import { dollarsOf, formatDollars, parseDollars, sumOfDollars } from '#shared/money.ts'

type LotDialogProps = { lot: LotDetail; onClose: () => void }

const cardsOf = (count: number) => (count === 1 ? '1 card' : `${count} cards`)

type Releasing = { lot: LotDetail; isMaker: boolean }

/** A second person releases a lot; its maker, who may be alone, repeats the sum. */
export const ReleaseLotDialog = stepDialog({
  useMutation: trpc.lots.release.useMutation,
  show: ({ lot: { total, buyer }, isMaker }: Releasing) => ({
    title: 'Release the lot',
    description: `${cardsOf(total.count)} for ${formatDollars(total.amount)} to ${buyer.name || 'a buyer whose name was erased'}`,
    action: 'Release',
    pendingAction: 'Releasing...',
    children: !isMaker && <p>After that its file can be downloaded once.</p>,
    fields: { ...(isMaker && { amount: sumRow }) },
  }),
  input: ({ amount }, { lot: { id } }) => ({ id, ...(amount !== undefined && { amount: dollarsOf(amount) }) }),
})

const sumRow: FieldRow = {
  wrong: (typed) => (parseDollars(typed) === null ? lotMessages.typeSum : undefined),
  draw: (field) => (
    <MoneyField
      {...field}
      label="Sum of the prices"
      hint="You made this lot. You can release it only while no colleague can."
    />
  ),
}

export const DownloadLotDialog = stepDialog({
  useMutation: trpc.lots.download.useMutation,
  show: (lot: LotDetail) => {
    const kept = lot.items.filter(({ isKept }) => isKept).length
    return {
      title: 'Download the file',
      description: <span className="mono">{lot.id}.csv</span>,
      action: 'Download',
      pendingAction: 'Downloading...',
      children: (
        <p>
          {kept === 0
            ? 'The file has no numbers and codes, because none are kept.'
            : `The file has the numbers and codes of ${cardsOf(kept)}. The audit log says that you have seen each.`}{' '}
          It is shown once: a repeat within {LOT_REPEAT_MINUTES} minutes is for you alone.
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
  input: ({ currentPassword }, { id }) => ({ id, currentPassword }),
  done: ({ name, content }) => downloadText(name, content),
})

const questions: Readonly<Record<LotOutcome, { title: string; action: string; says: string }>> = {
  delivered: {
    title: 'Delivered',
    action: 'Record as delivered',
    says: 'The buyer has the cards, and has not paid yet.',
  },
  paid: {
    title: 'Paid',
    action: 'Record as paid',
    says: 'The cards are sold at their prices. Their numbers and codes are erased.',
  },
  refused: {
    title: 'Refused',
    action: 'Record as refused',
    says: 'The buyer does not take the cards. They are in stock again.',
  },
}

type RecordLotDialogProps = LotDialogProps & { outcome: LotOutcome; items: readonly string[] | undefined }

export function RecordLotDialog({ lot, outcome, items, onClose }: RecordLotDialogProps) {
  const { title, action, says } = questions[outcome]
  const cards = lot.items.filter(({ submissionId, state }) =>
    items ? items.includes(submissionId) : state === 'offered' || (outcome !== 'delivered' && state === 'delivered'),
  )
  const dollars = sumOfDollars(cards.map(({ price }) => price))
  const form = useForm({ reference: lot.reference ?? '' })
  const record = trpc.lots.record.useMutation(
    useCall({ form, toast: `${cardsOf(cards.length)}: ${title.toLowerCase()}.`, onDone: onClose }),
  )
  return (
    <FormDialog
      size="small"
      title={title}
      description={
        items ? <span className="mono">{items.join(', ')}</span> : `${cardsOf(cards.length)}, ${formatDollars(dollars)}`
      }
      form={form}
      isPending={record.isPending}
      action={outcome === 'paid' ? `${action}, ${formatDollars(dollars)}` : action}
      pendingAction="Recording..."
      onSubmit={({ reference }) =>
        record.mutate({
          id: lot.id,
          outcome,
          ...(items && { items: [...items] }),
          ...(outcome === 'paid' && { reference }),
        })
      }
      onClose={onClose}
    >
      <p>{says}</p>
      {outcome === 'paid' && (
        <ReferenceField {...form.bind('reference')} label="Reference of the buyer's payment" optional />
      )}
    </FormDialog>
  )
}

export const CancelLotDialog = questionDialog({
  useMutation: trpc.lots.cancel.useMutation,
  show: ({ id, total }: LotDetail) => ({
    title: 'Cancel the lot',
    description: <span className="mono">{id}</span>,
    action: 'Cancel the lot',
    cancel: 'Keep it',
    isDanger: true,
    children: <p>Its {cardsOf(total.count)} are in stock again.</p>,
  }),
  input: ({ id }) => ({ id }),
})
