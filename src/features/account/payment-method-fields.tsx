import { Notice } from '#client/ui/notice.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { bankWarning, paymentTypeInfo, paymentTypes } from '#shared/payment-method.ts'
import styles from './form.module.css'
import type { PaymentMethodDraft } from './payment-method-draft.ts'

type PaymentMethodFieldsProps = {
  draft: PaymentMethodDraft
  onChange: (part: Partial<PaymentMethodDraft>) => void
  errorAt: (field: string) => string | undefined
}

/** The type and, once it is chosen, the fields it needs. */
export function PaymentMethodFields({ draft, onChange, errorAt }: PaymentMethodFieldsProps) {
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
