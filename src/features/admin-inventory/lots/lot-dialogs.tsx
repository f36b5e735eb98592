import { downloadText } from '#client/lib/download-text.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useForm } from '#client/ui/form.tsx'
import { ConfirmDialog, FormDialog } from '#client/ui/form-dialog.tsx'
import { PasswordField } from '#client/ui/password-field.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { useToast } from '#client/ui/toast.tsx'
import { withoutInvisible } from '#shared/compact-text.ts'
import { LOT_REPEAT_MINUTES, type LotOutcome, lotMessages } from '#shared/lot.ts'
import type { LotContent, LotDetail } from '#shared/lot-schema.ts'
import { formatDollars, parseDollars, sumOfDollars } from '#shared/money.ts'
import { REFERENCE_MAX_LENGTH } from '#shared/payout.ts'
import { failureText, useLotOutcome, useReadLotsAgain } from './use-lots.ts'

type LotDialogProps = { lot: LotDetail; onClose: () => void }

const cardsOf = (count: number) => (count === 1 ? '1 card' : `${count} cards`)

/** Releases a lot as its second person; its maker, who may be alone, repeats the sum. */
export function ReleaseLotDialog({ lot, isMaker, onClose }: LotDialogProps & { isMaker: boolean }) {
  const { id, total, buyer } = lot
  const form = useForm({ amount: '' }, ({ amount }) =>
    isMaker && parseDollars(amount) === null ? { message: lotMessages.typeSum, field: 'amount' } : undefined,
  )
  const release = trpc.lots.release.useMutation(useLotOutcome(form, onClose))
  return (
    <FormDialog
      size="small"
      title="Release the lot"
      description={`${cardsOf(total.count)} for ${formatDollars(total.amount)} to ${buyer.name || 'a buyer whose name was erased'}`}
      form={form}
      isPending={release.isPending}
      action="Release"
      pendingAction="Releasing..."
      onSubmit={({ amount }) => {
        const cents = isMaker ? parseDollars(amount) : null
        release.mutate({ id, ...(cents !== null && { amount: cents / 100 }) })
      }}
      onClose={onClose}
    >
      {isMaker ? (
        <TextField
          {...form.bind('amount')}
          label="Sum of the prices"
          hint="You made this lot. You can release it only while no colleague can."
          inputMode="decimal"
          autoComplete="off"
          isMoney
        />
      ) : (
        <p>After that its file can be downloaded once.</p>
      )}
    </FormDialog>
  )
}

/** Downloads the file of a lot, which the own password confirms. */
export function DownloadLotDialog({ lot, onClose }: LotDialogProps) {
  const form = useForm({ currentPassword: '' }, undefined, { required: { currentPassword: 'Enter your password' } })
  const downloaded = ({ name, content }: LotContent) => {
    downloadText(name, content)
    onClose()
  }
  const download = trpc.lots.download.useMutation(useLotOutcome(form, downloaded))
  const kept = lot.items.filter(({ isKept }) => isKept).length
  return (
    <FormDialog
      size="small"
      title="Download the file"
      description={<span className="mono">{lot.id}.csv</span>}
      form={form}
      isPending={download.isPending}
      action="Download"
      pendingAction="Downloading..."
      onSubmit={(values) => download.mutate({ id: lot.id, ...values })}
      onClose={onClose}
    >
      <p>
        {kept === 0
          ? 'The file has no numbers and codes, because none are kept.'
          : `The file has the numbers and codes of ${cardsOf(kept)}. The audit log says that you have seen each.`}{' '}
        It is shown once: a repeat within {LOT_REPEAT_MINUTES} minutes is for you alone.
      </p>
      <PasswordField {...form.bind('currentPassword')} label="Your password" autoComplete="current-password" />
    </FormDialog>
  )
}

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

/** Records what became of one card of a lot, or of all that wait for it. */
export function RecordLotDialog({ lot, outcome, items, onClose }: RecordLotDialogProps) {
  const toast = useToast()
  const { title, action, says } = questions[outcome]
  const cards = lot.items.filter(({ submissionId, state }) =>
    items ? items.includes(submissionId) : state === 'offered' || (outcome !== 'delivered' && state === 'delivered'),
  )
  const dollars = sumOfDollars(cards.map(({ price }) => price))
  const form = useForm({ reference: lot.reference ?? '' })
  const recorded = () => {
    toast({ title: `${cardsOf(cards.length)}: ${title.toLowerCase()}.` })
    onClose()
  }
  const record = trpc.lots.record.useMutation(useLotOutcome(form, recorded))
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
        <TextField
          {...form.bind('reference')}
          clean={withoutInvisible}
          label="Reference of the buyer's payment"
          optional
          autoComplete="off"
          spellCheck={false}
          maxLength={REFERENCE_MAX_LENGTH}
        />
      )}
    </FormDialog>
  )
}

/** Cancels a lot that was not downloaded. */
export function CancelLotDialog({ lot, onClose }: LotDialogProps) {
  const cancel = trpc.lots.cancel.useMutation({ onSuccess: onClose, onSettled: useReadLotsAgain() })
  return (
    <ConfirmDialog
      title="Cancel the lot"
      description={<span className="mono">{lot.id}</span>}
      action="Cancel the lot"
      cancel="Keep it"
      isDanger
      isPending={cancel.isPending}
      problem={cancel.error && { message: failureText(cancel.error) }}
      onConfirm={() => cancel.mutate({ id: lot.id })}
      onClose={onClose}
    >
      <p>Its {cardsOf(lot.total.count)} are in stock again.</p>
    </ConfirmDialog>
  )
}
