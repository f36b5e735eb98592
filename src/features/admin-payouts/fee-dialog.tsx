import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Form, type FormProblem, SubmitButton, useForm } from '#client/ui/form.tsx'
import { TextArea } from '#client/ui/text-field.tsx'
import { formatDollars, parseDollars } from '#shared/money.ts'
import { PAYOUT_WORDS_MAX_LENGTH, payoutMessages } from '#shared/payout.ts'
import type { Payout } from '#shared/payout-schema.ts'
import styles from './dialogs.module.css'
import { FeeField } from './fee-field.tsx'
import { PayoutDialog } from './payout-dialog.tsx'
import { failureText, useReadAgain } from './use-payouts.ts'

type FeeDialogProps = { payout: Payout; onClose: () => void }

/** Corrects what PayPal took for a paid payout. */
export function FeeDialog({ payout: { id, version, amount, customer }, onClose }: FeeDialogProps) {
  const readAgain = useReadAgain()
  const form = useForm({ fee: '', words: '' }, ({ fee, words }): FormProblem | undefined => {
    if (parseDollars(fee) === null) return { message: payoutMessages.badFee, field: 'fee' }
    return words.trim() === '' ? { message: 'Enter why.', field: 'words' } : undefined
  })
  const correct = trpc.payouts.correctFee.useMutation({
    onSuccess: onClose,
    onError: (error) => form.report({ message: failureText(error) }),
    onSettled: readAgain,
  })
  return (
    <PayoutDialog payout={{ id }} title="Correct fee" isPending={correct.isPending} onClose={onClose}>
      <Form
        form={form}
        isPending={correct.isPending}
        onSubmit={({ fee, words }) => correct.mutate({ id, version, fee: (parseDollars(fee) ?? 0) / 100, words })}
      >
        <p>
          {formatDollars(amount)} for {customer.name}. Enter all that PayPal took; the ledger gets the difference.
        </p>
        <FeeField {...form.bind('fee')} />
        <TextArea {...form.bind('words')} label="Why" rows={2} maxLength={PAYOUT_WORDS_MAX_LENGTH} />
        <div className={styles.buttons}>
          <SubmitButton pendingLabel="Saving...">Correct fee</SubmitButton>
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
        </div>
      </Form>
    </PayoutDialog>
  )
}
