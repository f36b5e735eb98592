import { useRef, useState } from 'react'
import { ChangePasswordForm } from '#client/calls/change-password-form.tsx'
import { useCall } from '#client/calls/use-call.ts'
import { useSession } from '#client/lib/session.ts'
import { notifyOtherTabs } from '#client/lib/session-channel.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Facts } from '#client/ui/facts.tsx'
import { Form, SubmitButton, useForm } from '#client/ui/form.tsx'
import { PasswordField } from '#client/ui/password-field.tsx'
import { Tabs } from '#client/ui/tabs.tsx'
import { missingField } from '#shared/account.ts'
import type { CustomerProfile } from '#shared/account-schema.ts'
import { recoveryMessages, recoveryProblems } from '#shared/recovery.ts'
import { ActiveSessions } from './active-sessions.tsx'
import { useForgetCustomer } from './end-session.ts'
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
        <ChangePasswordForm username={customer.email} />
      </section>
      <ActiveSessions />
      <DeleteAccount />
    </div>
  )
}

function DeleteAccount() {
  const [asking, setAsking] = useState(false)
  const headingRef = useRef<HTMLHeadingElement>(null)
  const ask = (next: boolean) => {
    setAsking(next)
    // The clicked button is unmounted, so the focus moves to the heading above the new content.
    headingRef.current?.focus()
  }
  return (
    <section aria-labelledby="delete-account">
      <h3 ref={headingRef} id="delete-account" className="margin-bottom-3" tabIndex={-1}>
        Delete account
      </h3>
      {asking ? (
        <DeleteAccountForm onKeep={() => ask(false)} />
      ) : (
        <>
          <p className="muted margin-bottom-4">Permanently deletes your account. We'll ask for your password.</p>
          <Button variant="secondary" onClick={() => ask(true)}>
            Delete my account
          </Button>
        </>
      )}
    </section>
  )
}

const consequences = [
  [
    'Will be deleted',
    "Your name, email, phone, address and password, your saved payment methods, your messages to support, every photo, and every card and account number. You'll be signed out everywhere.",
  ],
  [
    'Will be kept',
    'Brand, amount, date, status and the last 4 digits of the card of each finished order, which we need for our books. Nothing in them identifies you.',
  ],
  ['Afterwards', "We can't restore the account. You can create a new one with the same email."],
] as const

function DeleteAccountForm({ onKeep }: { onKeep: () => void }) {
  const form = useForm({ password: '' }, ({ password }) => (password ? undefined : missingField('password')))
  const forget = useForgetCustomer()
  const remove = trpc.account.deleteAccount.useMutation(
    useCall({
      form,
      failed: deleteFailed,
      toast: { title: recoveryMessages.accountDeletedTitle, description: recoveryMessages.accountDeleted },
      onDone: () => {
        forget()
        notifyOtherTabs('signed-out')
      },
    }),
  )
  return (
    <Form
      form={form}
      onSubmit={(values) => remove.mutate(values)}
      isPending={remove.isPending}
      aria-label="Delete account"
      lead={<Facts className={`stack gap-3 ${styles.consequences}`} labelClass="strong" facts={consequences} />}
    >
      <PasswordField label="Password" autoComplete="current-password" required {...form.bind('password')} />
      <div className="cluster">
        <SubmitButton variant="danger" pendingLabel="Deleting...">
          Delete permanently
        </SubmitButton>
        <Button variant="secondary" onClick={onKeep}>
          Keep my account
        </Button>
      </div>
    </Form>
  )
}

const deleteFailed = {
  title: recoveryProblems.wrongPassword.title,
  message: "We couldn't delete your account. Please try again.",
}
