import { Checkbox } from '#client/ui/checkbox.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { bankWarning, type PaymentType, paymentTypeInfo } from '#shared/payment-method.ts'
import type { DetailFieldsProps } from './card-fields.tsx'
import { payoutType } from './payout-choice.ts'
import styles from './upload-step.module.css'
import type { PayoutChoice } from './wizard-state.ts'

/** Where this payout goes: nothing to type for a saved method, two numbers for a bank, one line for the others. */
export function PayoutFields({ payout, ...fields }: DetailFieldsProps & { payout: PayoutChoice }) {
  return (
    <section className={styles.section} aria-labelledby="payout-title">
      <h3 id="payout-title">Payout details</h3>
      {payoutType(payout) === 'bank' && <Notice tone="warn">{bankWarning}</Notice>}
      {payout.kind === 'saved' ? (
        <p>
          We pay to your saved method <strong className={styles.label}>{payout.method.label}</strong>.
        </p>
      ) : (
        <>
          {payout.type === 'bank' ? <BankFields {...fields} /> : <DigitalField type={payout.type} {...fields} />}
          <Checkbox
            label="Save this payment method for future use"
            checked={fields.details.savePaymentMethod}
            onCheckedChange={(savePaymentMethod) => fields.onEdit({ savePaymentMethod })}
          />
        </>
      )}
    </section>
  )
}

function BankFields({ details, errorOf, onEdit }: DetailFieldsProps) {
  return (
    <div className={styles.pair}>
      <TextField
        mono
        data-field="accountNumber"
        label="Account Number"
        hint="4 to 17 digits"
        error={errorOf('accountNumber') ?? errorOf('paymentDetails')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={40}
        value={details.accountNumber}
        onValueChange={(accountNumber) => onEdit({ accountNumber })}
      />
      <TextField
        mono
        data-field="routingNumber"
        label="Routing Number"
        hint="9 digits, on your checks or in your bank's app"
        error={errorOf('routingNumber')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={20}
        value={details.routingNumber}
        onValueChange={(routingNumber) => onEdit({ routingNumber })}
      />
    </div>
  )
}

function DigitalField({ type, details, errorOf, onEdit }: DetailFieldsProps & { type: PaymentType }) {
  const { detailLabel, placeholder } = paymentTypeInfo[type]
  return (
    <TextField
      data-field="paymentDetails"
      label={detailLabel}
      error={errorOf('paymentDetails')}
      placeholder={placeholder}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={200}
      value={details.payoutDetails[type] ?? ''}
      onValueChange={(text) => onEdit({ payoutDetails: { ...details.payoutDetails, [type]: text } })}
    />
  )
}
