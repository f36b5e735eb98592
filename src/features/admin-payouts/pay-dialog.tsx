import { useState } from 'react'
import { MoneyAccountField, ReferenceField } from '#client/calls/payment-fields.tsx'
import { useCall } from '#client/calls/use-call.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { CopyButton } from '#client/ui/copy-button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { useForm } from '#client/ui/form.tsx'
import { DialogButtons, FormDialog } from '#client/ui/form-dialog.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { useToast } from '#client/ui/toast.tsx'
import { formatDollars } from '#shared/money.ts'
import { paymentTypeInfo } from '#shared/payment-method.ts'
import type { BegunPayout, Payout } from '#shared/payout-schema.ts'
import styles from './dialogs.module.css'
import { useNewestPayout } from './use-payouts.ts'

type PayDialogProps = {
  payout: Payout
  /** Absent when the dialog is opened again after the payment was begun. */
  destination: BegunPayout['destination'] | undefined
  /** Absent when no other payout is ready. */
  onNext: (() => void) | undefined
  onClose: () => void
}

/** Closed before anything was copied or typed, it puts the payout back; later it asks what became of the payment. */
export function PayDialog({ payout: opened, destination, onNext, onClose }: PayDialogProps) {
  const { id, version, amount, customer, method } = useNewestPayout(opened)
  const toast = useToast()
  const form = useForm({ reference: '', account: '' })
  const [isCopied, setIsCopied] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const [goesOn, setGoesOn] = useState(true)
  const sent = () => {
    // Without a reference nothing was typed: the same key must not end the next payout too.
    if (onNext && goesOn && form.values.reference.trim() !== '') onNext()
    else onClose()
  }
  const send = trpc.payouts.markSent.useMutation(
    useCall({ form, otherAt: 'reference', toast: `${formatDollars(amount)} is marked as sent.`, onDone: sent }),
  )
  const back = trpc.payouts.releaseLock.useMutation(
    useCall({ toast: `${formatDollars(amount)} is ready again.`, failed: 'Still being sent', onDone: onClose }),
  )
  const markSent = ({ reference, account }: typeof form.values) =>
    send.mutate({ id, version, reference, ...(account !== '' && { account }) })
  const putBack = () => back.mutate({ id, version })
  const isUntouched = destination !== undefined && !isCopied && !form.isChanged
  const close = () => (isUntouched ? putBack() : setIsAsking(true))
  const to =
    destination &&
    ('details' in destination
      ? { [paymentTypeInfo[method].name]: destination.details }
      : { 'Account number': destination.accountNumber, 'Routing number': destination.routingNumber })
  const lines = { Amount: amount.toFixed(2), ...to, Payee: opened.payeeName ?? customer.name }
  const onCopy = () => setIsCopied(true)
  const isSent = () => {
    setIsAsking(false)
    if (form.values.reference.trim() !== '') markSent(form.values)
  }
  const later = () => {
    toast({ title: `${id} is still being sent by you.` })
    onClose()
  }
  // Asked on closing, so that no payout stays claimed without a word.
  if (isAsking)
    return (
      <Dialog title="Did you send it?" size="small" locked={back.isPending} onClose={() => setIsAsking(false)}>
        <div className="stack gap-4">
          <p>
            {formatDollars(amount)} for {customer.name} is being sent by you. Others cannot pay it.
          </p>
          <DialogButtons>
            <Button onClick={isSent}>Mark as sent</Button>
            <Button variant="secondary" busy={back.isPending} onClick={putBack}>
              Not sent, put it back
            </Button>
            <Button variant="quiet" onClick={later}>
              Decide later
            </Button>
          </DialogButtons>
        </div>
      </Dialog>
    )
  return (
    <FormDialog
      title={`Pay ${formatDollars(amount)} by hand`}
      description={
        <>
          <span className="mono">{id}</span>, {customer.name}
        </>
      }
      action={onNext ? 'Mark as sent and next' : 'Mark as sent'}
      pendingAction="Saving..."
      cancel="Not sent, put it back"
      form={form}
      isPending={send.isPending || back.isPending}
      otherButton={
        onNext && (
          <Button type="submit" variant="quiet" onClick={() => setGoesOn(false)}>
            Mark as sent and close
          </Button>
        )
      }
      onSubmit={markSent}
      onCancel={putBack}
      onClose={close}
    >
      {destination ? (
        <dl className="stack gap-2" onCopy={onCopy}>
          {Object.entries(lines).map(([label, value]) => (
            <div key={label}>
              <dt className="muted">{label}</dt>
              <dd className="cluster gap-3 row-gap-1">
                <span className={`shrinks strong breaks ${styles.value}`}>{value}</span>
                <CopyButton what={label} text={value} onCopy={onCopy} />
              </dd>
            </div>
          ))}
        </dl>
      ) : (
        <Notice tone="info">
          Where the money goes is shown once. To see it again, choose “Not sent, put it back” and begin again.
        </Notice>
      )}
      <ReferenceField
        {...form.bind('reference')}
        hint="Shown to the customer. Use the ID from PayPal, your bank or app."
      />
      <MoneyAccountField {...form.bind('account')} label="Paid from" method={method} />
    </FormDialog>
  )
}
