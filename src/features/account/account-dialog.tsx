import { useState } from 'react'
import { useSession } from '#client/lib/session.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { Tabs } from '#client/ui/tabs.tsx'
import type { CustomerProfile } from '#shared/account.ts'
import { PaymentMethods } from './payment-methods.tsx'
import { ProfileForm } from './profile-form.tsx'
import { SecuritySettings } from './security-settings.tsx'

type AccountDialogProps = { open: boolean; onOpenChange: (open: boolean) => void }

/** The settings of the signed-in customer; nothing for anyone else. */
export function AccountDialog({ open, onOpenChange }: AccountDialogProps) {
  const { customer } = useSession()
  if (!customer) return null
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Account Settings">
      <AccountTabs customer={customer} onLeave={() => onOpenChange(false)} />
    </Dialog>
  )
}

/** Its own component, so that each opening starts on the profile. */
function AccountTabs({ customer, onLeave }: { customer: CustomerProfile; onLeave: () => void }) {
  const [tab, setTab] = useState('profile')
  return (
    <Tabs
      label="Account settings"
      value={tab}
      onValueChange={setTab}
      tabs={[
        { value: 'profile', label: 'Profile', content: <ProfileForm customer={customer} onLeave={onLeave} /> },
        { value: 'payments', label: 'Payment Methods', content: <PaymentMethods /> },
        { value: 'security', label: 'Security', content: <SecuritySettings customer={customer} /> },
      ]}
    />
  )
}
