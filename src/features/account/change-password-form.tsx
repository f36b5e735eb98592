import { useCall } from '#client/calls/use-call.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Form, SubmitButton, useForm } from '#client/ui/form.tsx'
import { PasswordField } from '#client/ui/password-field.tsx'
import { type PasswordChange, passwordChangeProblem, recoveryMessages, recoveryProblems } from '#shared/recovery.ts'
import { NewPasswordFields } from './new-password-fields.tsx'

const empty: PasswordChange = { currentPassword: '', password: '', confirmPassword: '' }

/** Changes the password and clears the form. `email` lets password managers identify the account. */
export function ChangePasswordForm({ email }: { email: string }) {
  const form = useForm(empty, (values) => passwordChangeProblem(values))
  const save = trpc.account.changePassword.useMutation(
    useCall({
      form,
      failed: changeFailed,
      toast: { title: recoveryMessages.passwordChangedTitle, description: recoveryMessages.passwordChanged },
      onDone: form.reset,
      // The server ends all other sessions.
      changes: ['account.sessions'],
    }),
  )
  return (
    <Form
      form={form}
      onSubmit={(values) => save.mutate(values)}
      isPending={save.isPending}
      aria-label="Change password"
    >
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Current Password"
        autoComplete="current-password"
        required
        {...form.bind('currentPassword')}
      />
      <NewPasswordFields form={form} />
      <div>
        <SubmitButton variant="secondary" pendingLabel="Saving...">
          Change password
        </SubmitButton>
      </div>
    </Form>
  )
}

const changeFailed = {
  title: recoveryProblems.wrongCurrentPassword.title,
  message: "We couldn't change your password. Please try again.",
}
