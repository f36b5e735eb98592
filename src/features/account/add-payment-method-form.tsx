import { type FormEvent, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import styles from './form.module.css'
import { FormNotice } from './form-notice.tsx'
import { emptyPaymentMethod, type PaymentMethodDraft, paymentMethodProblem, payoutOf } from './payment-method-draft.ts'
import { PaymentMethodFields } from './payment-method-fields.tsx'
import { useAddPaymentMethod } from './use-add-payment-method.ts'
import { useFormProblem } from './use-form-problem.ts'

/** Adds a way to be paid, then stands empty again. */
export function AddPaymentMethodForm({ onAdded }: { onAdded?: () => void }) {
  const [draft, setDraft] = useState(emptyPaymentMethod)
  const problem = useFormProblem(Object.keys(emptyPaymentMethod))
  const added = () => {
    setDraft(emptyPaymentMethod)
    onAdded?.()
  }
  const add = useAddPaymentMethod({ done: added, failed: problem.report })

  const change = (part: Partial<PaymentMethodDraft>) => {
    const next = { ...draft, ...part }
    setDraft(next)
    problem.recheck(paymentMethodProblem(next))
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (add.isPending) return
    const wrong = paymentMethodProblem(draft)
    if (wrong) return problem.report(wrong)
    problem.clear()
    const payout = payoutOf(draft)
    if (payout) add.mutate(payout)
  }

  return (
    <form ref={problem.formRef} className={styles.form} noValidate onSubmit={submit} aria-label="Add payment method">
      <FormNotice problem={problem.general} />
      <PaymentMethodFields draft={draft} onChange={change} errorAt={problem.errorAt} />
      <div>
        <Button type="submit" variant="secondary" busy={add.isPending}>
          {add.isPending ? 'Adding...' : 'Add Payment Method'}
        </Button>
      </div>
    </form>
  )
}
