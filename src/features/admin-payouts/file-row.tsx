import type { ReactNode } from 'react'
import { ReferenceField } from '#client/calls/payment-fields.tsx'
import { useCall } from '#client/calls/use-call.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Form, SubmitButton, useForm } from '#client/ui/form.tsx'
import { PayoutLink } from '#client/ui/id-link.tsx'
import { formatDollars } from '#shared/money.ts'
import type { PayoutFileDetail } from '#shared/payout-file-schema.ts'
import styles from './file-row.module.css'

type FileRowProps = {
  fileId: string
  payout: PayoutFileDetail['payouts'][number]
  tag: ReactNode
  isOpen: boolean
  onPutBack: () => void
}

export function FileRow({ fileId, payout, tag, isOpen, onPutBack }: FileRowProps) {
  const { id, amount, customer, payeeName, destination, reference } = payout
  return (
    <article className="cluster gap-3 row-gap-1 pad-block-2 touch-targets line-top" aria-label={id}>
      <PayoutLink id={id} />
      <span className="money tabular strong">{formatDollars(amount)}</span>
      {tag}
      <span className={`shrinks breaks ${styles.to}`}>
        {payeeName ?? customer.name}
        {destination && `, ${destination}`}
        {reference && `, reference ${reference}`}
      </span>
      {isOpen && <OneSent fileId={fileId} payout={payout} onPutBack={onPutBack} />}
    </article>
  )
}

function OneSent({ fileId, payout: { id, amount }, onPutBack }: Pick<FileRowProps, 'fileId' | 'payout' | 'onPutBack'>) {
  const form = useForm({ reference: '' })
  const send = trpc.payouts.markFileSent.useMutation(
    useCall({ form, otherAt: 'reference', toast: `${formatDollars(amount)} is marked as sent.` }),
  )
  return (
    <Form
      form={form}
      className={styles.form}
      isPending={send.isPending}
      aria-label={`Mark ${id} as sent`}
      onSubmit={({ reference }) => send.mutate({ id: fileId, payouts: [{ id, reference }] })}
    >
      <div className={`cluster bottom gap-2 ${styles.end}`}>
        <ReferenceField {...form.bind('reference')} />
        <SubmitButton variant="secondary" pendingLabel="Saving...">
          Mark as sent<span className="visually-hidden"> {id}</span>
        </SubmitButton>
        <Button variant="quiet" onClick={onPutBack}>
          Put back...<span className="visually-hidden"> {id}</span>
        </Button>
      </div>
    </Form>
  )
}
