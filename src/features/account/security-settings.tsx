import type { CustomerProfile } from '#shared/account.ts'
import { ActiveSessions } from './active-sessions.tsx'
import { ChangePasswordForm } from './change-password-form.tsx'
import { DeleteAccount } from './delete-account.tsx'
import styles from './settings.module.css'

/** What keeps the account its owner's: the password, where it is open, and how it ends. */
export function SecuritySettings({ customer }: { customer: CustomerProfile }) {
  return (
    <div className={styles.sections}>
      <section aria-labelledby="change-password">
        <h3 id="change-password" className={styles.heading}>
          Change password
        </h3>
        <ChangePasswordForm email={customer.email} />
      </section>
      <ActiveSessions />
      <DeleteAccount />
    </div>
  )
}
