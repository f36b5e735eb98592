import { AddPaymentMethodForm } from './add-payment-method-form.tsx'
import { SavedPaymentMethods } from './saved-payment-methods.tsx'
import styles from './settings.module.css'

/** The customer's ways to be paid: add one, see all, remove one. */
export function PaymentMethods() {
  return (
    <div className={styles.sections}>
      <section aria-labelledby="add-payment-method">
        <h3 id="add-payment-method" className={styles.heading}>
          Add a payment method
        </h3>
        <AddPaymentMethodForm />
      </section>
      <SavedPaymentMethods />
    </div>
  )
}
