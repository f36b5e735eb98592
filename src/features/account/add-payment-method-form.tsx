import { type FormEvent, useState } from 'react'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { useToast } from '#client/ui/toast.tsx'
import {
  bankWarning,
  isAccountNumber,
  isRoutingNumber,
  type PaymentType,
  type PayoutDetails,
  paymentMethodMessages,
  paymentTypeInfo,
  paymentTypes,
} from '#shared/payment-method.ts'
import { submitProblemMessages } from '#shared/submission.ts'
import styles from './form.module.css'
import { accountFailure, FormNotice, type FormProblem, useFormProblem } from './form-problem.tsx'

/** Adds a payment method and clears the form afterwards. */
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

type PaymentMethodFieldsProps = {
  draft: PaymentMethodDraft
  onChange: (part: Partial<PaymentMethodDraft>) => void
  errorAt: (field: string) => string | undefined
}

/** The type select and the fields of the chosen type. */
function PaymentMethodFields({ draft, onChange, errorAt }: PaymentMethodFieldsProps) {
  return (
    <>
      <SelectField
        label="Payment Method"
        name="type"
        value={draft.type}
        error={errorAt('type')}
        onValueChange={(value) => onChange({ type: paymentTypes.find((type) => type === value) ?? '', details: '' })}
      >
        <option value="">Choose how to be paid</option>
        {paymentTypes.map((type) => (
          <option key={type} value={type}>
            {paymentTypeInfo[type].name}
          </option>
        ))}
      </SelectField>
      {draft.type === 'bank' && <BankFields draft={draft} onChange={onChange} errorAt={errorAt} />}
      {draft.type !== '' && draft.type !== 'bank' && (
        <TextField
          label={paymentTypeInfo[draft.type].detailLabel}
          name="details"
          placeholder={paymentTypeInfo[draft.type].placeholder}
          hint={`Paid in ${paymentTypeInfo[draft.type].timing}.`}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={draft.details}
          error={errorAt('details')}
          onValueChange={(details) => onChange({ details })}
        />
      )}
    </>
  )
}

function BankFields({ draft, onChange, errorAt }: PaymentMethodFieldsProps) {
  const number = { mono: true, inputMode: 'numeric', autoComplete: 'off' } as const
  return (
    <>
      <Notice tone="warn">{bankWarning}</Notice>
      <div className={styles.pair}>
        <TextField
          label="Account Number"
          name="accountNumber"
          {...number}
          value={draft.accountNumber}
          error={errorAt('accountNumber')}
          onValueChange={(accountNumber) => onChange({ accountNumber })}
        />
        <TextField
          label="Routing Number"
          name="routingNumber"
          {...number}
          value={draft.routingNumber}
          error={errorAt('routingNumber')}
          onValueChange={(routingNumber) => onChange({ routingNumber })}
        />
      </div>
    </>
  )
}

const addFailed = { title: 'Error', message: 'We could not add this payment method. Please try again.' }

/** Saves a payment method and invalidates the list. */
function useAddPaymentMethod(on: { done: () => void; failed: (problem: FormProblem) => void }) {
  const utils = trpc.useUtils()
  const toast = useToast()
  return trpc.account.addPaymentMethod.useMutation({
    onSuccess: () => {
      toast({ title: 'Success', description: paymentMethodMessages.added })
      on.done()
      return utils.account.paymentMethods.invalidate()
    },
    onError: (error) => on.failed(accountFailure(error, addFailed)),
  })
}

/** The values of the form. The type decides which of the other fields are used. */
type PaymentMethodDraft = {
  type: PaymentType | ''
  details: string
  accountNumber: string
  routingNumber: string
}

export const emptyPaymentMethod: PaymentMethodDraft = { type: '', details: '', accountNumber: '', routingNumber: '' }

/** The first rule that the draft breaks, in field order; undefined when it is valid. */
export function paymentMethodProblem(draft: PaymentMethodDraft): FormProblem | undefined {
  const needed = draft.type === 'bank' ? (['accountNumber', 'routingNumber'] as const) : (['type', 'details'] as const)
  const missing = needed.find((field) => draft[field].trim() === '')
  if (missing) return { title: 'Error', message: paymentMethodMessages.incomplete, field: missing }
  if (draft.type !== 'bank') return undefined
  if (!isAccountNumber(draft.accountNumber))
    return { title: 'Error', message: submitProblemMessages.accountNumber, field: 'accountNumber' }
  if (!isRoutingNumber(draft.routingNumber))
    return { title: 'Error', message: submitProblemMessages.routingNumber, field: 'routingNumber' }
  return undefined
}

/** The payment method to save, with the fields of its type only; undefined until a type is chosen. */
export function payoutOf(draft: PaymentMethodDraft): PayoutDetails | undefined {
  if (draft.type === '') return undefined
  if (draft.type !== 'bank') return { type: draft.type, details: draft.details.trim() }
  return { type: 'bank', accountNumber: draft.accountNumber, routingNumber: draft.routingNumber }
}
