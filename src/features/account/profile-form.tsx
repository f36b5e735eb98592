import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { PasswordField } from '#client/ui/password-field.tsx'
import { TextArea, TextField } from '#client/ui/text-field.tsx'
import { accountFields, type CustomerProfile } from '#shared/account.ts'
import styles from './form.module.css'
import { FormNotice } from './form-notice.tsx'
import { isOtherEmail, type ProfileValues, profileProblem } from './profile-problem.ts'
import { useFormProblem } from './use-form-problem.ts'
import { useSaveProfile } from './use-save-profile.ts'

/** Where the customer can be reached. `onLeave` when the link to another page is followed. */
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
