import { useAccountSettings } from '#client/lib/account-settings.ts'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { accountFields } from '#shared/account.ts'
import type { CustomerProfile } from '#shared/account-schema.ts'
import type { DetailFieldsProps } from './card-fields.tsx'
import { contactOf } from './order-input.ts'
import styles from './upload-step.module.css'

/** Who is paid. The order carries the account's name and phone; it is said as soon as something else is typed. */
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

/** Whether the order will carry something else than what was typed. */
function differs(typed: string, ofAccount: string): boolean {
  return ofAccount !== '' && typed.trim() !== ofAccount
}
