import { useState } from 'react'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Form, SubmitButton, useForm } from '#client/ui/form.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { formatDollars } from '#shared/money.ts'
import { payoutMessages, REFERENCE_MAX_LENGTH } from '#shared/payout.ts'
import type { Payout } from '#shared/payout-schema.ts'
import styles from './dialogs.module.css'
import { failureText, useNewestPayout, useReadAgain } from './use-payouts.ts'

type SettleDialogProps = { payout: Payout; onClose: () => void }

/** Records the payment that a person has found at PayPal. */
export function SettlePaidDialog({ payout: opened, onClose }: SettleDialogProps) {
  const { id, version, amount, customer } = useNewestPayout(opened)
  const readAgain = useReadAgain()
  const form = useForm({ reference: '' }, ({ reference }) =>
    reference.trim() === '' ? { message: payoutMessages.referenceMissing, field: 'reference' } : undefined,
  )
  const settle = trpc.payouts.settleUnknown.useMutation({
    onSuccess: onClose,
    onError: (error) => form.report({ message: failureText(error), ...(error.data?.field && { field: 'reference' }) }),
    onSettled: readAgain,
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      locked={settle.isPending}
      title="PayPal has paid it"
      description={<span className="mono">{id}</span>}
      size="small"
    >
      <Form
        form={form}
        isPending={settle.isPending}
        onSubmit={({ reference }) => settle.mutate({ id, version, outcome: 'paid', reference })}
      >
        <p>
          {formatDollars(amount)} for {customer.name}. The order is completed.
        </p>
        <TextField
          {...form.bind('reference')}
          label="Transaction ID at PayPal"
          hint="The customer reads it."
          autoComplete="off"
          spellCheck={false}
          maxLength={REFERENCE_MAX_LENGTH}
        />
        <div className={styles.buttons}>
          <SubmitButton pendingLabel="Saving...">Record as paid</SubmitButton>
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}

/** Records that PayPal does not know a payout, which takes two colleagues. Then it is ready again. */
export function SettleUnpaidDialog({ payout: opened, onClose }: SettleDialogProps) {
  const { id, version, unpaidSays } = useNewestPayout(opened)
  const [isSure, setIsSure] = useState(false)
  const readAgain = useReadAgain()
  const settle = trpc.payouts.settleUnknown.useMutation({ onSuccess: onClose, onSettled: readAgain })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      locked={settle.isPending}
      title="PayPal does not know it"
      description={<span className="mono">{id}</span>}
      size="small"
    >
      <p>
        {unpaidSays
          ? `${unpaidSays.name} said that PayPal does not know it. If you confirm it, the payout is ready again.`
          : 'Another colleague has to confirm it. Then the payout is ready again, and may be sent a second time.'}
      </p>
      <Checkbox
        label={`I have looked for ${id} at PayPal and found no payment`}
        checked={isSure}
        onCheckedChange={setIsSure}
      />
      {settle.error && (
        <Notice tone="bad" role="alert">
          {failureText(settle.error)}
        </Notice>
      )}
      <div className={styles.buttons}>
        <Button
          busy={settle.isPending}
          disabledReason={isSure ? undefined : 'Look for it at PayPal first'}
          onClick={() => settle.mutate({ id, version, outcome: 'not-sent' })}
        >
          Not sent
        </Button>
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  )
}
