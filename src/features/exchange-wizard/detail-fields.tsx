import { useAccountSettings } from '#client/lib/account-dialogs.ts'
import { AddressText } from '#client/ui/address-text.tsx'
import { QuietButton } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { Section } from '#client/ui/section.tsx'
import { TextArea, TextField } from '#client/ui/text-field.tsx'
import { accountFields } from '#shared/account.ts'
import type { CustomerProfile } from '#shared/account-schema.ts'
import type { CardHints } from '#shared/card-hints.ts'
import { cleanText } from '#shared/clean-text.ts'
import { withoutInvisible } from '#shared/compact-text.ts'
import { bankWarning, paymentTypeInfo } from '#shared/payment-method.ts'
import type { PaymentType } from '#shared/payment-type.ts'
import { ADDITIONAL_INFO_MAX_LENGTH } from '#shared/submission.ts'
import { payoutType } from './payout-choice.ts'
import { contactOf } from './submission-input.ts'
import type { SubmissionField } from './submit-checklist.tsx'
import styles from './upload-step.module.css'
import type { PayoutChoice, SubmissionDetails } from './wizard-state.ts'

type DetailFieldsProps = {
  details: SubmissionDetails
  at: (field: SubmissionField) => { 'data-field': SubmissionField; error?: string; warning?: string }
  onEdit: (change: Partial<SubmissionDetails>) => void
}

export type CodeDetails = Pick<SubmissionDetails, 'securityCode' | 'hasNoCode'>

/** Card numbers must not be autofilled, autocorrected or translated by the browser. */
export const secret = {
  clean: withoutInvisible,
  mono: true,
  autoCapitalize: 'characters',
  spellCheck: false,
  translate: 'no',
} as const

type Bound<Field extends string> = {
  details: Readonly<Record<Field, string>>
  at: (field: Field) => ReturnType<DetailFieldsProps['at']>
  onEdit: (change: Record<Field, string>) => void
}

export function bind<Field extends string>({ details, at, onEdit }: Bound<NoInfer<Field>>, field: Field) {
  const onValueChange = (value: string) => onEdit({ [field]: value } as Record<Field, string>)
  return { ...at(field), value: details[field], onValueChange }
}

export function NumberField({ hint, ...fields }: Bound<'cardNumber'> & { hint: string }) {
  return <TextField {...secret} {...bind(fields, 'cardNumber')} label="Gift Card Number" hint={hint} maxLength={100} />
}

export function CardFields({ hints, ...fields }: DetailFieldsProps & { hints: CardHints }) {
  const { details, onEdit } = fields
  const oneCode = hints.code === undefined ? ' This card has one code.' : ''
  return (
    <Section id="card-details-title" title="Card details" className={`stack gap-4 shrinks ${styles.section}`}>
      {hints.notes.map((note) => (
        <Notice key={note} tone="info">
          {note}
        </Notice>
      ))}
      <NumberField {...fields} hint={`${hints.number}${oneCode} Spaces and dashes are OK.`} />
      <div className={`stack ${styles.pair}`}>
        {hints.code !== undefined && <CodeField {...fields} hint={hints.code} mayLackCode={hints.mayLackCode} />}
        <TextField
          mono
          clean={withoutInvisible}
          {...bind(fields, 'expiringDate')}
          optional={!hints.needsExpiry}
          label="Expiry Date"
          hint={hints.expiry}
          placeholder="MM/YY"
          maxLength={20}
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
    </Section>
  )
}

type CodeFieldProps = {
  details: CodeDetails
  at: (field: 'securityCode') => ReturnType<DetailFieldsProps['at']>
  onEdit: (change: Partial<CodeDetails>) => void
  hint: string
  mayLackCode: boolean
}

/** The security code. A customer whose card has no PIN says so, and the card number takes its place. */
export function CodeField({ hint, mayLackCode, ...fields }: CodeFieldProps) {
  const { details, onEdit } = fields
  const isLeftToUs = mayLackCode && details.hasNoCode
  return (
    <div className={`stack gap-2 ${styles.code}`}>
      {!isLeftToUs && (
        <TextField {...secret} {...bind(fields, 'securityCode')} label="Security Code" hint={hint} maxLength={100} />
      )}
      {mayLackCode && (
        <Checkbox
          label="No PIN? Leave this to us."
          checked={details.hasNoCode}
          onCheckedChange={(hasNoCode) => onEdit({ hasNoCode })}
        />
      )}
    </div>
  )
}

type CustomerFieldProps = DetailFieldsProps & { customer: CustomerProfile }
export function PayoutFields({ payout, customer, ...fields }: CustomerFieldProps & { payout: PayoutChoice }) {
  return (
    <Section id="payout-title" title="Payout details" className={`stack gap-4 shrinks ${styles.section}`}>
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
    </Section>
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
        maxLength={40}
      />
      <TextField
        mono
        clean={withoutInvisible}
        {...bind(fields, 'routingNumber')}
        label="Routing Number"
        hint="9 digits, on your checks or in your bank's app"
        inputMode="numeric"
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
    <Section id="contact-title" title="Your contact details" className={`stack gap-4 shrinks ${styles.section}`}>
      <div className={`cluster spread gap-3 row-gap-2 ${styles.contact}`}>
        <p className="muted">Orders use the name and phone number in your profile.</p>
        <QuietButton onClick={openSettings}>Change in your profile</QuietButton>
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
    </Section>
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
