import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Form, SubmitButton, useForm } from '#client/ui/form.tsx'
import { TextArea } from '#client/ui/text-field.tsx'
import { formatDollars } from '#shared/money.ts'
import { PAYOUT_WORDS_MAX_LENGTH } from '#shared/payout.ts'
import type { Payout } from '#shared/payout-schema.ts'
import styles from './dialogs.module.css'
import { PayoutDialog } from './payout-dialog.tsx'
import { failureText, useReadAgain } from './use-payouts.ts'

const steps = {
  hold: {
    title: 'Hold payout',
    text: 'It is not sent until a colleague lifts the hold.',
    action: 'Hold payout',
  },
  cancel: {
    title: 'Cancel payout',
    text: 'Nothing is owed for it any more. The order is pending again, with this reason as a note; the customer reads that we look at the card once more.',
    action: 'Cancel payout',
  },
  'cancel-unclaimed': {
    title: 'Cancel at PayPal',
    text: 'The receiver has not claimed it. PayPal takes it back; then the order fails, and the customer can choose another way to be paid.',
    action: 'Cancel at PayPal',
  },
  'close-debt': {
    title: 'Close debt',
    text: 'Nothing is owed for it any more, and the customer is not paid.',
    action: 'Close debt',
  },
} as const
export type ReasonStep = keyof typeof steps

type ReasonDialogProps = { step: ReasonStep; payout: Payout; onClose: () => void }

/** A step that needs a reason, which only staff read. */
export function ReasonDialog({ step, payout: { id, version, amount, customer }, onClose }: ReasonDialogProps) {
  const { title, text, action } = steps[step]
  const readAgain = useReadAgain()
  const form = useForm({ words: '' }, ({ words }) =>
    words.trim() === '' ? { message: 'Enter why.', field: 'words' } : undefined,
  )
  const outcome = {
    onSuccess: onClose,
    onError: (error: Parameters<typeof failureText>[0]) => form.report({ message: failureText(error) }),
    onSettled: readAgain,
  }
  const mutations = {
    hold: trpc.payouts.hold.useMutation(outcome),
    cancel: trpc.payouts.cancel.useMutation(outcome),
    'cancel-unclaimed': trpc.payouts.cancelUnclaimed.useMutation(outcome),
    'close-debt': trpc.payouts.closeDebt.useMutation(outcome),
  }
  const { mutate, isPending } = mutations[step]
  return (
    <PayoutDialog payout={{ id }} title={title} isPending={isPending} onClose={onClose}>
      <Form form={form} isPending={isPending} onSubmit={({ words }) => mutate({ id, version, words })}>
        <p>
          {formatDollars(amount)} for {customer.name}. {text}
        </p>
        <TextArea {...form.bind('words')} label="Why" rows={2} maxLength={PAYOUT_WORDS_MAX_LENGTH} />
        <div className={styles.buttons}>
          <SubmitButton variant={step === 'hold' ? 'primary' : 'danger'} pendingLabel="Saving...">
            {action}
          </SubmitButton>
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
        </div>
      </Form>
    </PayoutDialog>
  )
}
