import { useAccountSettings } from '#client/lib/account-dialogs.ts'
import { Button } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { TextArea, TextField } from '#client/ui/text-field.tsx'
import { accountFields } from '#shared/account.ts'
import type { CustomerProfile } from '#shared/account-schema.ts'
import type { CardHints } from '#shared/card-hints.ts'
import { bankWarning, type PaymentType, paymentTypeInfo } from '#shared/payment-method.ts'
import { ADDITIONAL_INFO_MAX_LENGTH, type SubmitField } from '#shared/submission.ts'
import { payoutType } from './payout-choice.ts'
import { contactOf } from './submission-input.ts'
import styles from './upload-step.module.css'
import type { PayoutChoice, SubmissionDetails } from './wizard-state.ts'

type DetailFieldsProps = {
  details: SubmissionDetails
  errorOf: (field: SubmitField) => string | undefined
  onEdit: (change: Partial<SubmissionDetails>) => void
}

/** Card numbers must not be autofilled, autocorrected or translated by the browser. */
const secret = {
  mono: true,
  autoComplete: 'off',
  autoCapitalize: 'characters',
  spellCheck: false,
  translate: 'no',
} as const

/** Card number, security code and expiry date with hints for the brand, and a note to the reviewer. */
export function CardFields({ hints, details, errorOf, onEdit }: DetailFieldsProps & { hints: CardHints }) {
  return (
    <section className={styles.section} aria-labelledby="card-details-title">
      <h3 id="card-details-title">Card details</h3>
      {hints.notes.map((note) => (
        <Notice key={note} tone="info">
          {note}
        </Notice>
      ))}
      <TextField
        {...secret}
        data-field="cardNumber"
        label="Gift Card Number"
        hint={`${hints.number} Spaces and hyphens do not matter.`}
        error={errorOf('cardNumber')}
        maxLength={100}
        value={details.cardNumber}
        onValueChange={(cardNumber) => onEdit({ cardNumber })}
      />
      <div className={styles.pair}>
        <TextField
          {...secret}
          data-field="securityCode"
          label="Security Code"
          hint={hints.code}
          error={errorOf('securityCode')}
          maxLength={100}
          value={details.securityCode}
          onValueChange={(securityCode) => onEdit({ securityCode })}
        />
        <TextField
          mono
          data-field="expiringDate"
          optional={!hints.needsExpiry}
          label="Expiry Date"
          hint={hints.expiry}
          autoComplete="off"
          placeholder="MM/YY"
          maxLength={20}
          value={details.expiringDate}
          onValueChange={(expiringDate) => onEdit({ expiringDate })}
        />
      </div>
      <TextArea
        optional
        label="Additional Information"
        // Otherwise browsers store the text for session restore.
        autoComplete="off"
        maxLength={ADDITIONAL_INFO_MAX_LENGTH}
        value={details.additionalInfo}
        onValueChange={(additionalInfo) => onEdit({ additionalInfo })}
      />
    </section>
  )
}

/** Payout details: none for a saved method, two numbers for a bank, one field for other types. */
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

/** Payee. The submission uses the account's name and phone; a hint appears when the input differs. */
export function ContactFields({
  details,
  customer,
  errorOf,
  onEdit,
}: DetailFieldsProps & { customer: CustomerProfile }) {
  const openSettings = useAccountSettings()
  const { accountName, phone } = contactOf({ details, customer })
  const isOther = differs(accountName, customer.name) || differs(phone, customer.phone)
  return (
    <section className={styles.section} aria-labelledby="contact-title">
      <h3 id="contact-title">Your contact details</h3>
      <div className={styles.contact}>
        <p className="muted">Name and phone number are those of your account.</p>
        <Button variant="quiet" size="small" onClick={openSettings}>
          Change in your profile
        </Button>
      </div>
      <div className={styles.pair}>
        <TextField
          data-field="accountName"
          label="Account Name"
          error={errorOf('accountName')}
          autoComplete="name"
          maxLength={accountFields.name.maxLength}
          value={accountName}
          onValueChange={(name) => onEdit({ accountName: name })}
        />
        <TextField
          optional
          type="tel"
          label="Phone"
          autoComplete="tel"
          maxLength={accountFields.phone.maxLength}
          value={phone}
          onValueChange={(number) => onEdit({ phone: number })}
        />
      </div>
      <p className={styles.carried} role="status">
        {isOther && `The order will say: ${[customer.name, customer.phone].filter(Boolean).join(', ')}`}
      </p>
    </section>
  )
}

/** Whether the submission will use the account's value instead of the input. */
function differs(typed: string, ofAccount: string): boolean {
  return ofAccount !== '' && typed.trim() !== ofAccount
}
