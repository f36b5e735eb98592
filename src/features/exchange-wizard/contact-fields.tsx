import { TextField } from '#client/ui/text-field.tsx'
import type { CustomerProfile } from '#shared/account.ts'
import type { DetailFieldsProps } from './card-fields.tsx'
import { contactOf } from './order-input.ts'
import styles from './upload-step.module.css'

/** Who is paid. Filled from the account, so that nobody types it twice. */
export function ContactFields({
  details,
  customer,
  errorOf,
  onEdit,
}: DetailFieldsProps & { customer: CustomerProfile }) {
  const { accountName, phone } = contactOf({ details, customer })
  return (
    <section className={styles.section} aria-labelledby="contact-title">
      <h3 id="contact-title">Your contact details</h3>
      <div className={styles.pair}>
        <TextField
          data-field="accountName"
          label="Account Name"
          error={errorOf('accountName')}
          autoComplete="name"
          maxLength={80}
          value={accountName}
          onValueChange={(name) => onEdit({ accountName: name })}
        />
        <TextField
          optional
          type="tel"
          label="Phone"
          autoComplete="tel"
          maxLength={30}
          value={phone}
          onValueChange={(number) => onEdit({ phone: number })}
        />
      </div>
    </section>
  )
}
