import { useAccountSettings } from '#client/lib/account-dialogs.ts'
import { AddressText } from '#client/ui/address-text.tsx'
import { Button } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { accountFields } from '#shared/account.ts'
import type { CustomerProfile } from '#shared/account-schema.ts'
import { cleanText } from '#shared/clean-text.ts'
import { withoutInvisible } from '#shared/compact-text.ts'
import { bankWarning, paymentTypeInfo } from '#shared/payment-method.ts'
import type { PaymentType } from '#shared/payment-type.ts'
import { bind, type DetailFieldsProps } from './detail-fields.tsx'
import { payoutType } from './payout-choice.ts'
import { contactOf } from './submission-input.ts'
import styles from './upload-step.module.css'
import type { PayoutChoice } from './wizard-state.ts'

type CustomerFieldProps = DetailFieldsProps & { customer: CustomerProfile }
export function PayoutFields({ payout, customer, ...fields }: CustomerFieldProps & { payout: PayoutChoice }) {
  return (
    <section className={`stack gap-4 shrinks ${styles.section}`} aria-labelledby="payout-title">
      <h3 id="payout-title">Payout details</h3>
      {payoutType(payout) === 'bank' && <Notice tone="warn">{bankWarning}</Notice>}
      {payout.kind === 'saved' ? (
        <p>
          We pay to your saved method{' '}
          <strong>
            <AddressText>{payout.method.label}</AddressText>
          </strong>
          .
        </p>
      ) : payout.type === 'bank' ? (
        <BankFields {...fields} />
      ) : (
        <DigitalField type={payout.type} {...fields} />
      )}
      <PayeeField type={payoutType(payout)} customer={customer} {...fields} />
      {payout.kind === 'new' && (
        <Checkbox
          label="Save this payment method for future use"
          checked={fields.details.savePaymentMethod}
          onCheckedChange={(savePaymentMethod) => fields.onEdit({ savePaymentMethod })}
        />
      )}
    </section>
  )
}

function BankFields(fields: DetailFieldsProps) {
  const missing = fields.at('paymentDetails').error
  return (
    <div className={`stack ${styles.pair}`}>
      <TextField
        mono
        clean={withoutInvisible}
        {...bind(fields, 'accountNumber')}
        {...(missing && { error: missing })}
        label="Account Number"
        hint="4 to 17 digits"
        inputMode="numeric"
        autoComplete="off"
        maxLength={40}
      />
      <TextField
        mono
        clean={withoutInvisible}
        {...bind(fields, 'routingNumber')}
        label="Routing Number"
        hint="9 digits, on your checks or in your bank's app"
        inputMode="numeric"
        autoComplete="off"
        maxLength={20}
      />
    </div>
  )
}

function DigitalField({ type, details, at, onEdit }: DetailFieldsProps & { type: PaymentType }) {
  const { detailLabel, placeholder } = paymentTypeInfo[type]
  return (
    <TextField
      clean={withoutInvisible}
      {...at('paymentDetails')}
      label={detailLabel}
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

function PayeeField({ type, details, customer, at, onEdit }: CustomerFieldProps & { type: PaymentType }) {
  const { accountName } = contactOf({ details, customer })
  return (
    <div>
      <TextField
        {...at('accountName')}
        label="Account Name"
        hint={`The name on your ${type === 'bank' ? 'bank' : paymentTypeInfo[type].name} account.`}
        autoComplete="name"
        maxLength={accountFields.name.maxLength}
        value={accountName}
        onValueChange={(name) => onEdit({ accountName: name })}
      />
      <Overridden typed={cleanText.name(accountName)} ofAccount={customer.name} />
    </div>
  )
}

export function ContactFields({ details, customer, onEdit }: Omit<CustomerFieldProps, 'at'>) {
  const openSettings = useAccountSettings()
  const { phone } = contactOf({ details, customer })
  return (
    <section className={`stack gap-4 shrinks ${styles.section}`} aria-labelledby="contact-title">
      <h3 id="contact-title">Your contact details</h3>
      <div className={`cluster spread gap-3 row-gap-2 ${styles.contact}`}>
        <p className="muted">Orders use the name and phone number in your profile.</p>
        <Button variant="quiet" size="small" onClick={openSettings}>
          Change in your profile
        </Button>
      </div>
      <div>
        <TextField
          optional
          clean={withoutInvisible}
          type="tel"
          label="Phone"
          autoComplete="tel"
          maxLength={accountFields.phone.maxLength}
          value={phone}
          onValueChange={(number) => onEdit({ phone: number })}
        />
        <Overridden typed={cleanText.phone(phone)} ofAccount={customer.phone} />
      </div>
    </section>
  )
}

function Overridden({ typed, ofAccount }: { typed: string; ofAccount: string }) {
  const isOther = ofAccount !== '' && typed !== ofAccount
  return (
    <p className={`strong ${styles.carried}`} role="status">
      {isOther && `Your order will say: ${ofAccount}`}
    </p>
  )
}
