import { useState } from 'react'
import { useSession } from '#client/lib/session.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { Tabs } from '#client/ui/tabs.tsx'
import type { CustomerProfile } from '#shared/account-schema.ts'
import { ActiveSessions } from './active-sessions.tsx'
import { ChangePasswordForm } from './change-password-form.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { PaymentMethods } from './payment-methods.tsx'
import { ProfileForm } from './profile-form.tsx'
import styles from './settings.module.css'

/** The account settings; renders nothing unless a customer is signed in. */
export function AccountDialog({ onClose }: { onClose: () => void }) {
  const { customer } = useSession()
  const [tab, setTab] = useState('profile')
  if (!customer) return null
  return (
    <Dialog onClose={onClose} title="Account Settings">
      <Tabs
        label="Account settings"
        value={tab}
        onValueChange={setTab}
        tabs={[
          { value: 'profile', label: 'Profile', content: <ProfileForm customer={customer} onLeave={onClose} /> },
          { value: 'payments', label: 'Payment Methods', content: <PaymentMethods /> },
          { value: 'security', label: 'Security', content: <SecuritySettings customer={customer} /> },
        ]}
      />
    </Dialog>
  )
}

function SecuritySettings({ customer }: { customer: CustomerProfile }) {
  return (
    <div className={`stack gap-5 ${styles.sections}`}>
      <section aria-labelledby="change-password">
        <h3 id="change-password" className="margin-bottom-3">
          Change password
        </h3>
        <ChangePasswordForm email={customer.email} />
      </section>
      <ActiveSessions />
      <DeleteAccount />
    </div>
  )
}
