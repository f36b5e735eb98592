import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Form, SubmitButton, useForm } from '#client/ui/form.tsx'
import { TextArea } from '#client/ui/text-field.tsx'
import { formatDollars } from '#shared/money.ts'
import { PAYOUT_WORDS_MAX_LENGTH } from '#shared/payout.ts'
import type { Payout } from '#shared/payout-schema.ts'
import styles from './dialogs.module.css'
import { failureText, useReadAgain } from './use-payouts.ts'

const steps = {
  hold: {
    title: 'Hold payout',
    text: 'It is not sent until a colleague lifts the hold.',
    action: 'Hold payout',
  },
  cancel: {
    title: 'Cancel payout',
    text: 'Nothing is owed for it any more. The order keeps its status, and can be approved again.',
    action: 'Cancel payout',
  },
  'close-debt': {
    title: 'Close debt',
    text: 'Nothing is owed for it any more, although it came back.',
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
    'close-debt': trpc.payouts.closeDebt.useMutation(outcome),
  }
  const { mutate, isPending } = mutations[step]
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      locked={isPending}
      title={title}
      description={<span className="mono">{id}</span>}
      size="small"
    >
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
    </Dialog>
  )
}
