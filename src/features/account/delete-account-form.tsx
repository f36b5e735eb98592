import { type FormEvent, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { PasswordField } from '#client/ui/password-field.tsx'
import { missingField } from '#shared/account.ts'
import styles from './form.module.css'
import { FormNotice } from './form-notice.tsx'
import settings from './settings.module.css'
import { useDeleteAccount } from './use-delete-account.ts'
import { useFormProblem } from './use-form-problem.ts'

const consequences = [
  {
    title: 'What goes',
    text: 'Your name, email, phone, address and password, your saved payment methods, your messages to support, every photo and every card and account number. You are signed out everywhere.',
  },
  {
    title: 'What stays',
    text: 'Brand, amount, date, status and the last 4 digits of the card of each finished order, because our books need them. Nothing in them leads to you.',
  },
  { title: 'Afterwards', text: 'Nobody can bring the account back. You can open a new one with the same email.' },
]

/** The last question, answered with the password. */
export function DeleteAccountForm({ onKeep }: { onKeep: () => void }) {
  const [password, setPassword] = useState('')
  const problem = useFormProblem(['password'])
  const remove = useDeleteAccount(problem.report)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (remove.isPending) return
    if (!password) return problem.report(missingField('password'))
    problem.clear()
    remove.mutate({ password })
  }

  return (
    <form ref={problem.formRef} className={styles.form} noValidate onSubmit={submit} aria-label="Delete account">
      <dl className={settings.consequences}>
        {consequences.map(({ title, text }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <FormNotice problem={problem.general} />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        required
        value={password}
        error={problem.errorAt('password')}
        onValueChange={(next) => {
          setPassword(next)
          problem.recheck(next ? undefined : missingField('password'))
        }}
      />
      <div className="row">
        <Button type="submit" variant="danger" busy={remove.isPending}>
          {remove.isPending ? 'Deleting...' : 'Delete For Good'}
        </Button>
        <Button variant="secondary" onClick={onKeep}>
          Keep My Account
        </Button>
      </div>
    </form>
  )
}
