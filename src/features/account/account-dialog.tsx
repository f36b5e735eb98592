import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { ChangePasswordForm } from '#client/calls/change-password-form.tsx'
import { useCall } from '#client/calls/use-call.ts'
import { useSession, useSetCustomer } from '#client/lib/session.ts'
import { notifyOtherTabs } from '#client/lib/session-channel.ts'
import { trpc } from '#client/lib/trpc.ts'
import { SecondaryButton } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Facts } from '#client/ui/facts.tsx'
import { Form, SubmitButton, useForm } from '#client/ui/form.tsx'
import { CurrentPasswordField, PasswordField } from '#client/ui/password-field.tsx'
import { Section } from '#client/ui/section.tsx'
import { Tabs } from '#client/ui/tabs.tsx'
import { TextArea, TextField } from '#client/ui/text-field.tsx'
import { accountFields, accountProblems, emailChangeProblem, missingField, textProblem } from '#shared/account.ts'
import { accountMessages } from '#shared/account-messages.ts'
import type { CustomerProfile } from '#shared/account-schema.ts'
import { cleanText } from '#shared/clean-text.ts'
import { withoutInvisible } from '#shared/compact-text.ts'
import { isPhone } from '#shared/phone.ts'
import { recoveryMessages, recoveryProblems } from '#shared/recovery.ts'
import { ActiveSessions } from './active-sessions.tsx'
import { EmailField } from './email-field.tsx'
import { useForgetCustomer } from './end-session.ts'
import { PaymentMethods } from './payment-methods.tsx'
import styles from './settings.module.css'

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
      <Section id="change-password" title="Change password" headClass="margin-bottom-3">
        <ChangePasswordForm username={customer.email} />
      </Section>
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
    <Section id="delete-account" title="Delete account" headRef={headingRef} headClass="margin-bottom-3">
      {asking ? (
        <DeleteAccountForm onKeep={() => ask(false)} />
      ) : (
        <>
          <p className="muted margin-bottom-4">Permanently deletes your account. We'll ask for your password.</p>
          <SecondaryButton onClick={() => ask(true)}>Delete my account</SecondaryButton>
        </>
      )}
    </Section>
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
      call={remove}
      aria-label="Delete account"
      lead={<Facts className={`stack gap-3 ${styles.consequences}`} labelClass="strong" facts={consequences} />}
    >
      <PasswordField label="Password" autoComplete="current-password" required {...form.bind('password')} />
      <div className="cluster">
        <SubmitButton variant="danger" pendingLabel="Deleting...">
          Delete permanently
        </SubmitButton>
        <SecondaryButton onClick={onKeep}>Keep my account</SecondaryButton>
      </div>
    </Form>
  )
}

const deleteFailed = {
  title: recoveryProblems.wrongPassword.title,
  message: "We couldn't delete your account. Please try again.",
}

function ProfileForm({ customer, onLeave }: { customer: CustomerProfile; onLeave: () => void }) {
  const form = useForm<ProfileValues>(
    { email: customer.email, phone: customer.phone, address: customer.address, currentPassword: '' },
    (values) => profileProblem(values, customer),
  )
  const setCustomer = useSetCustomer()
  const save = trpc.account.saveProfile.useMutation(
    useCall({
      form,
      failed: saveFailed,
      toast: { title: accountMessages.profileUpdatedTitle, description: accountMessages.profileUpdated },
      onDone: (saved) => {
        setCustomer(saved)
        form.change({ currentPassword: '' })
      },
    }),
  )
  const needsPassword = isOtherEmail(form.values.email, customer.email)

  const submit = (values: ProfileValues) => {
    const { currentPassword: _unneeded, ...profile } = values
    save.mutate(needsPassword ? values : profile)
  }

  return (
    <Form form={form} onSubmit={submit} call={save}>
      <TextField label="Full Name" value={customer.name} onValueChange={() => {}} readOnly />
      <EmailField {...form.bind('email')} />
      <TextField label="Phone Number" clean={withoutInvisible} type="tel" autoComplete="tel" {...form.bind('phone')} />
      <TextArea
        label="Address"
        optional
        rows={2}
        autoComplete="street-address"
        maxLength={accountFields.address.maxLength}
        {...form.bind('address')}
      />
      {needsPassword && (
        <CurrentPasswordField hint="Confirm it's you to change your email address." {...form.bind('currentPassword')} />
      )}
      <div className="cluster">
        <SubmitButton pendingLabel="Saving...">Save Profile</SubmitButton>
        <Link to="/transactions" onClick={onLeave}>
          View Transaction History
        </Link>
      </div>
    </Form>
  )
}

const saveFailed = { title: 'Error', message: "We couldn't save your profile. Please try again." }

export type ProfileValues = { email: string; phone: string; address: string; currentPassword: string }

export function isOtherEmail(typed: string, present: string) {
  return cleanText.email(typed).toLowerCase() !== present
}

/** The first rule that the profile breaks, in form order. The postal address has none. `email` is the account's. */
export function profileProblem(values: ProfileValues, { email }: { email: string }) {
  const { phone } = values
  const emailProblem = isOtherEmail(values.email, email) ? emailChangeProblem(values) : undefined
  // The password is the last field of the form, so its problem is reported after that of the phone number.
  if (emailProblem && emailProblem.field !== 'currentPassword')
    return textProblem('email', values.email) ?? emailProblem
  const phoneProblem = textProblem('phone', phone) ?? (isPhone(phone) ? undefined : accountProblems.invalidPhone)
  return phoneProblem ?? emailProblem
}
