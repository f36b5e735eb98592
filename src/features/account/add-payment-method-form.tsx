import { useState } from 'react'
import { useCall } from '#client/calls/use-call.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { Form, type FormState, SubmitButton, useForm } from '#client/ui/form.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { CurrentPasswordField } from '#client/ui/password-field.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { TextField, type TextFieldProps } from '#client/ui/text-field.tsx'
import { accountProblems } from '#shared/account.ts'
import { compactText, withoutInvisible } from '#shared/compact-text.ts'
import {
  bankWarning,
  isAccountNumber,
  isRoutingNumber,
  paymentMethodMessages,
  paymentTypeInfo,
} from '#shared/payment-method.ts'
import { type PaymentType, paymentTypes } from '#shared/payment-type.ts'
import { accountNumberWarning, payoutWarning, routingNumberWarning } from '#shared/payout-checks.ts'
import { submitProblemMessages } from '#shared/submission.ts'
import styles from './form.module.css'

export function AddPaymentMethodForm({ onAdded }: { onAdded?: () => void }) {
  const form = useForm(emptyPaymentMethod, (draft) => paymentMethodProblem(draft) ?? missingPassword(draft))
  const add = trpc.account.addPaymentMethod.useMutation(
    useCall({
      form,
      failed: addFailed,
      toast: { title: 'Success', description: paymentMethodMessages.added },
      onDone: () => {
        form.reset()
        onAdded?.()
      },
      changes: ['account.paymentMethods'],
    }),
  )
  const submit = (draft: PaymentMethodDraft) => {
    const method = payoutOf(draft)
    if (method) add.mutate({ method, currentPassword: draft.currentPassword })
  }
  return (
    <Form form={form} onSubmit={submit} call={add} aria-label="Add payment method">
      <PaymentMethodFields form={form} />
      {form.values.type !== '' && <DestinationPassword form={form} hint="Confirm it's you." />}
      <div>
        <SubmitButton variant="secondary" pendingLabel="Adding...">
          Add Payment Method
        </SubmitButton>
      </div>
    </Form>
  )
}

const types = [
  { value: '' as const, name: 'Choose how to be paid' },
  ...paymentTypes.map((value) => ({ value, name: paymentTypeInfo[value].name })),
]

type PaymentMethodFieldsProps = { form: FormState<PaymentMethodDraft> }

export function PaymentMethodFields({ form }: PaymentMethodFieldsProps) {
  const { type: chosen } = form.values
  return (
    <>
      <SelectField
        {...form.bind('type')}
        label="Payment Method"
        options={types}
        onValueChange={(type) => form.change({ type, details: '' })}
      />
      {chosen === 'bank' && <BankFields form={form} />}
      {chosen !== '' && chosen !== 'bank' && (
        <CheckedField
          key={chosen}
          check={(details) => payoutWarning(chosen, details)}
          label={paymentTypeInfo[chosen].detailLabel}
          placeholder={paymentTypeInfo[chosen].placeholder}
          hint={`Paid in ${paymentTypeInfo[chosen].timing}.`}
          clean={withoutInvisible}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          {...form.bind('details')}
        />
      )}
    </>
  )
}

function BankFields({ form }: PaymentMethodFieldsProps) {
  const number = { clean: withoutInvisible, mono: true, inputMode: 'numeric' } as const
  return (
    <>
      <Notice tone="warn">{bankWarning}</Notice>
      <div className={`stack gap-4 ${styles.pair}`}>
        <CheckedField label="Account Number" check={accountNumberWarning} {...number} {...form.bind('accountNumber')} />
        <CheckedField label="Routing Number" check={routingNumberWarning} {...number} {...form.bind('routingNumber')} />
      </div>
    </>
  )
}

function CheckedField({ check, ...field }: TextFieldProps & { check: (text: string) => string | undefined }) {
  const [wasLeft, setWasLeft] = useState(false)
  return <TextField {...field} warning={wasLeft ? check(field.value) : undefined} onBlur={() => setWasLeft(true)} />
}

export function DestinationPassword({ form, hint }: PaymentMethodFieldsProps & { hint: string }) {
  return <CurrentPasswordField hint={hint} {...form.bind('currentPassword')} />
}

const addFailed = { title: 'Error', message: "We couldn't add this payment method. Please try again." }

type PaymentMethodDraft = {
  type: PaymentType | ''
  details: string
  accountNumber: string
  routingNumber: string
  currentPassword: string
}

export const emptyPaymentMethod: PaymentMethodDraft = {
  type: '',
  details: '',
  accountNumber: '',
  routingNumber: '',
  currentPassword: '',
}

export function missingPassword({ currentPassword }: PaymentMethodDraft) {
  return currentPassword === '' ? accountProblems.passwordForDestination : undefined
}

export function paymentMethodProblem(draft: PaymentMethodDraft) {
  const needed = draft.type === 'bank' ? (['accountNumber', 'routingNumber'] as const) : (['type', 'details'] as const)
  const missing = needed.find((field) => compactText(draft[field]) === '')
  if (missing) return { title: 'Error', message: paymentMethodMessages.incomplete, field: missing }
  if (draft.type !== 'bank') return undefined
  if (!isAccountNumber(draft.accountNumber))
    return { title: 'Error', message: submitProblemMessages.accountNumber, field: 'accountNumber' }
  if (!isRoutingNumber(draft.routingNumber))
    return { title: 'Error', message: submitProblemMessages.routingNumber, field: 'routingNumber' }
  return undefined
}

/** The payment method to save, with the fields of its type only; undefined until a type is chosen. */
export function payoutOf(draft: Omit<PaymentMethodDraft, 'currentPassword'>) {
  if (draft.type === '') return undefined
  if (draft.type !== 'bank') return { type: draft.type, details: compactText(draft.details) }
  return { type: 'bank', accountNumber: draft.accountNumber, routingNumber: draft.routingNumber }
}

export function AddPaymentMethodDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog onClose={onClose} size="small" title="Add Payment Method">
      <AddPaymentMethodForm onAdded={onClose} />
    </Dialog>
  )
}
