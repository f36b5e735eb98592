import { Link } from '@tanstack/react-router'
import { useCall } from '#client/calls/use-call.ts'
import { useSetCustomer } from '#client/lib/session.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Form, SubmitButton, useForm } from '#client/ui/form.tsx'
import { PasswordField } from '#client/ui/password-field.tsx'
import { TextArea, TextField } from '#client/ui/text-field.tsx'
import { accountFields, accountProblems, emailChangeProblem, textProblem } from '#shared/account.ts'
import { accountMessages } from '#shared/account-messages.ts'
import type { CustomerProfile } from '#shared/account-schema.ts'
import { cleanText } from '#shared/clean-text.ts'
import { withoutInvisible } from '#shared/compact-text.ts'
import { isPhone } from '#shared/phone.ts'
import { EmailField } from './email-field.tsx'

export function ProfileForm({ customer, onLeave }: { customer: CustomerProfile; onLeave: () => void }) {
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
    <Form form={form} onSubmit={submit} isPending={save.isPending}>
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
        <PasswordField
          label="Current Password"
          hint="Confirm it's you to change your email address."
          autoComplete="current-password"
          {...form.bind('currentPassword')}
        />
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

/** Whether `typed` differs from the email of the account, ignoring case and surrounding spaces. */
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
