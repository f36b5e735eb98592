import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useCall } from '#client/calls/use-call.ts'
import { trpc } from '#client/lib/trpc.ts'
import { AddressText } from '#client/ui/address-text.tsx'
import { CallButton, QuietButton, SmallButton } from '#client/ui/button.tsx'
import { FailedNotice, QueryPart } from '#client/ui/query-state.tsx'
import { Section } from '#client/ui/section.tsx'
import { paymentMethodMessages } from '#shared/payment-method.ts'
import type { SavedPaymentMethod } from '#shared/payment-method-schema.ts'
import { AddPaymentMethodForm } from './add-payment-method-form.tsx'
import styles from './settings.module.css'

export function PaymentMethods() {
  return (
    <div className={`stack gap-5 ${styles.sections}`}>
      <Section id="add-payment-method" title="Add a payment method" headClass="margin-bottom-3">
        <AddPaymentMethodForm />
      </Section>
      <SavedPaymentMethods />
    </div>
  )
}

function SavedPaymentMethods() {
  const headingRef = useRef<HTMLHeadingElement>(null)
  const query = trpc.account.paymentMethods.useQuery()
  return (
    <Section id="saved-payment-methods" title="Saved payment methods" headRef={headingRef} headClass="margin-bottom-3">
      {query.isRefetchError && <FailedNotice title={failed} retry={() => void query.refetch()} />}
      <QueryPart {...{ query, failed }} failedAs="notice" lines={2} height="2.75rem" label="Loading payment methods...">
        {(methods) =>
          methods.length === 0 ? (
            <p className="muted">No payment methods saved yet.</p>
          ) : (
            <ul className="plain lines-between">
              {methods.map((method) => (
                // The clicked button is unmounted with its row, so the focus moves to the heading of the list.
                <MethodRow key={method.id} method={method} onRemoved={() => headingRef.current?.focus()} />
              ))}
            </ul>
          )
        }
      </QueryPart>
    </Section>
  )
}

function MethodRow({ method: { id, label }, onRemoved }: { method: SavedPaymentMethod; onRemoved: () => void }) {
  const [isAsking, setAsking] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const remove = trpc.account.removePaymentMethod.useMutation(
    useCall({
      failed: removeFailed,
      toast: { title: 'Removed', description: paymentMethodMessages.removed },
      onDone: onRemoved,
      changes: ['account.paymentMethods'],
    }),
  )
  const ask = (next: boolean) => {
    // Each press unmounts its button, and the other state has another one.
    flushSync(() => setAsking(next))
    button.current?.focus()
  }
  if (!isAsking)
    return (
      <li className="row spread gap-3 pad-block-2">
        <span className="shrinks">
          <AddressText>{label}</AddressText>
        </span>
        <QuietButton ref={button} className="rigid" aria-label={`Remove ${label}`} onClick={() => ask(true)}>
          Remove
        </QuietButton>
      </li>
    )
  return (
    <li className={`row spread gap-3 pad-block-2 ${styles.asked}`}>
      <span className="shrinks breaks" id={`remove-${id}`}>
        Remove {label}?
      </span>
      <span className="cluster stretch end gap-2 rigid">
        <CallButton variant="danger" aria-label={`Yes, remove ${label}`} call={remove} input={{ id }}>
          Yes, remove
        </CallButton>
        <SmallButton ref={button} aria-describedby={`remove-${id}`} onClick={() => ask(false)}>
          Keep
        </SmallButton>
      </span>
    </li>
  )
}

const failed = "We couldn't load your payment methods"
const removeFailed = { title: 'Error', message: "We couldn't remove this payment method. Please try again." }
