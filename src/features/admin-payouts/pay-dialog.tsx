import { trpc } from '#client/lib/trpc.ts'
import { useCopy } from '#client/lib/use-copy.ts'
import { CopyButton } from '#client/ui/copy-button.tsx'
import { useForm } from '#client/ui/form.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { useToast } from '#client/ui/toast.tsx'
import { formatDollars } from '#shared/money.ts'
import { paymentTypeInfo } from '#shared/payment-method.ts'
import type { BegunPayout, Payout } from '#shared/payout-schema.ts'
import styles from './dialogs.module.css'
import { ReferenceField } from './payout-fields.tsx'
import { useNewestPayout } from './use-payouts.ts'
import { useStepOutcome } from './use-step-outcome.ts'

type PayDialogProps = {
  payout: Payout
  /** Where it goes; absent when the dialog is opened again after the payment was begun. */
  destination: BegunPayout['destination'] | undefined
  onUnpaid: () => void
  onClose: () => void
}

/** Shows where to pay by hand, and records the payment with its reference. */
export function PayDialog({ payout: opened, destination, onUnpaid, onClose }: PayDialogProps) {
  const { id, version, amount, customer, method } = useNewestPayout(opened)
  const toast = useToast()
  const form = useForm({ reference: '' })
  const sent = () => {
    toast({ title: `${formatDollars(amount)} is marked as sent.` })
    onClose()
  }
  const send = trpc.payouts.markSent.useMutation(useStepOutcome(form, sent, 'reference'))
  return (
    <FormDialog
      title={`Pay ${formatDollars(amount)} by hand`}
      description={
        <>
          <span className="mono">{id}</span>, {customer.name}
        </>
      }
      firstFocus="title"
      action="Mark as sent"
      pendingAction="Saving..."
      cancel="I have not paid"
      form={form}
      isPending={send.isPending}
      onSubmit={(values) => send.mutate({ id, version, ...values })}
      onCancel={onUnpaid}
      onClose={onClose}
    >
      {destination ? (
        <dl className="stack gap-2">
          <CopyLine label="Amount" value={amount.toFixed(2)} />
          {'details' in destination ? (
            <CopyLine label={paymentTypeInfo[method].name} value={destination.details} />
          ) : (
            <>
              <CopyLine label="Account number" value={destination.accountNumber} />
              <CopyLine label="Routing number" value={destination.routingNumber} />
            </>
          )}
          <CopyLine label="Payee" value={opened.payeeName ?? customer.name} />
        </dl>
      ) : (
        <Notice tone="info">
          Where the money goes is shown once. To see it again, choose “I have not paid” and begin again.
        </Notice>
      )}
      <ReferenceField {...form.bind('reference')} hint="The customer reads it. It finds the payment in your account." />
    </FormDialog>
  )
}

function CopyLine({ label, value }: { label: string; value: string }) {
  const [state, copy] = useCopy()
  return (
    <div>
      <dt className="muted">{label}</dt>
      <dd className="cluster gap-3 row-gap-1">
        <span className={`shrinks strong breaks ${styles.value}`}>{value}</span>
        <CopyButton what={label} state={state} onCopy={() => copy(value)} />
      </dd>
    </div>
  )
}
