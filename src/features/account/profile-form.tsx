import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useSetCustomer } from '#client/lib/session.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { PasswordField } from '#client/ui/password-field.tsx'
import { TextArea, TextField } from '#client/ui/text-field.tsx'
import { useToast } from '#client/ui/toast.tsx'
import { accountFields, accountProblems, emailChangeProblem, isPhone, textProblem } from '#shared/account.ts'
import { accountMessages } from '#shared/account-messages.ts'
import type { CustomerProfile } from '#shared/account-schema.ts'
import styles from './form.module.css'
import { accountFailure, FormNotice, type FormProblem, useFormProblem } from './form-problem.tsx'

/** Edits the contact details of the customer. Calls `onLeave` when the customer follows the link to another page. */
export function ProfileForm({ customer, onLeave }: { customer: CustomerProfile; onLeave: () => void }) {
  const [values, setValues] = useState<ProfileValues>({
    email: customer.email,
    phone: customer.phone,
    address: customer.address,
    currentPassword: '',
  })
  const problem = useFormProblem(Object.keys(values))
  const save = useSaveProfile(problem.report)

  const bind = (field: keyof ProfileValues) => ({
    name: field,
    value: values[field],
    error: problem.errorAt(field),
    onValueChange: (value: string) => {
      const next = { ...values, [field]: value }
      setValues(next)
      problem.recheck(profileProblem(next, customer))
    },
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (save.isPending) return
    const wrong = profileProblem(values, customer)
    if (wrong) return problem.report(wrong)
    problem.clear()
    const { currentPassword, ...profile } = values
    save.mutate(isOtherEmail(values.email, customer.email) ? values : profile, {
      onSuccess: () => setValues((old) => ({ ...old, currentPassword: '' })),
    })
  }

  return (
    <form ref={problem.formRef} className={styles.form} noValidate onSubmit={submit}>
      <FormNotice problem={problem.general} />
      <TextField label="Full Name" value={customer.name} onValueChange={() => {}} readOnly />
      <TextField label="Email Address" type="email" autoComplete="email" spellCheck={false} {...bind('email')} />
      <TextField label="Phone Number" type="tel" autoComplete="tel" {...bind('phone')} />
      <TextArea
        label="Address"
        optional
        rows={2}
        autoComplete="street-address"
        maxLength={accountFields.address.maxLength}
        {...bind('address')}
      />
      {isOtherEmail(values.email, customer.email) && (
        <PasswordField
          label="Current Password"
          hint="To change the email address, confirm that it is you."
          autoComplete="current-password"
          {...bind('currentPassword')}
        />
      )}
      <div className="row">
        <Button type="submit" busy={save.isPending}>
          {save.isPending ? 'Saving...' : 'Save Profile'}
        </Button>
        <Link to="/transactions" onClick={onLeave}>
          View Transaction History
        </Link>
      </div>
    </form>
  )
}

const saveFailed = { title: 'Error', message: 'We could not save your profile. Please try again.' }

/** Saves the profile and updates the session cache, so that every component shows the new values. */
function useSaveProfile(onFailed: (problem: FormProblem) => void) {
  const setCustomer = useSetCustomer()
  const toast = useToast()
  return trpc.account.saveProfile.useMutation({
    onSuccess: (customer) => {
      setCustomer(customer)
      toast({ title: accountMessages.profileUpdatedTitle, description: accountMessages.profileUpdated })
    },
    onError: (error) => onFailed(accountFailure(error, saveFailed)),
  })
}

export type ProfileValues = { email: string; phone: string; address: string; currentPassword: string }

/** Whether `typed` differs from the email of the account, ignoring case and surrounding spaces. */
export function isOtherEmail(typed: string, present: string): boolean {
  return typed.trim().toLowerCase() !== present
}

/** The first rule that the profile breaks, in form order. The postal address has none. `email` is the account's. */
export function profileProblem(values: ProfileValues, { email }: { email: string }): FormProblem | undefined {
  const { phone } = values
  const emailProblem = isOtherEmail(values.email, email) ? emailChangeProblem(values) : undefined
  // The password is the last field of the form, so its problem is reported after that of the phone number.
  if (emailProblem && emailProblem.field !== 'currentPassword')
    return textProblem('email', values.email) ?? emailProblem
  const phoneProblem = textProblem('phone', phone) ?? (isPhone(phone.trim()) ? undefined : accountProblems.invalidPhone)
  return phoneProblem ?? emailProblem
}
