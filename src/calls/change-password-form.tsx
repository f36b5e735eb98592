import { useState } from 'react'
import { trpc } from '#client/lib/trpc.ts'
import type { CallError } from '#client/ui/call-problem.ts'
import { Form, SubmitButton, useForm } from '#client/ui/form.tsx'
import { CurrentPasswordField } from '#client/ui/password-field.tsx'
import { STAFF_PASSWORD_MIN_LENGTH } from '#shared/account.ts'
import { type PasswordChange, passwordChangeProblem, recoveryMessages, recoveryProblems } from '#shared/recovery.ts'
import { NewPasswordFields } from './new-password-fields.tsx'
import { useCall } from './use-call.ts'

const empty: PasswordChange = { currentPassword: '', password: '', confirmPassword: '' }

/** Customers see refusals and the success as toasts, too. The server ends all other sessions. */
const ofCustomer = {
  failed: {
    title: recoveryProblems.wrongCurrentPassword.title,
    message: "We couldn't change your password. Please try again.",
  },
  toast: { title: recoveryMessages.passwordChangedTitle, description: recoveryMessages.passwordChanged },
  changes: ['account.sessions'],
} as const

type Props = {
  /** Lets password managers identify the account: the email of a customer, the username of staff. */
  username: string
  isStaff?: boolean
  /** The current password where it was typed a moment ago; the form does not ask for it then. */
  current?: string | undefined
  className?: string | undefined
  onDone?: () => void
}

/** Changes the password and clears the form. */
export function ChangePasswordForm({ username, isStaff = false, current, className, onDone }: Props) {
  const [known, setKnown] = useState(current)
  const least = isStaff ? STAFF_PASSWORD_MIN_LENGTH : undefined
  const form = useForm({ ...empty, currentPassword: known ?? '' }, (values) => passwordChangeProblem(values, least), {
    hasToast: !isStaff,
  })
  const call = useCall({
    ...(!isStaff && ofCustomer),
    form,
    onDone: () => {
      form.reset()
      onDone?.()
    },
  })
  const { changePassword } = isStaff ? trpc.admin.me : trpc.account
  const save = changePassword.useMutation({
    ...call,
    onError: (error: CallError) => {
      if (error.data?.field === 'currentPassword') setKnown(undefined)
      call.onError(error)
    },
  })
  return (
    <Form
      form={form}
      onSubmit={(values) => save.mutate(values)}
      call={save}
      className={className}
      aria-label="Change password"
    >
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      {known === undefined && <CurrentPasswordField required {...form.bind('currentPassword')} />}
      <NewPasswordFields form={form} isStaff={isStaff} />
      <div>
        <SubmitButton variant={isStaff ? 'primary' : 'secondary'} pendingLabel="Saving...">
          Change password
        </SubmitButton>
      </div>
    </Form>
  )
}
