import { useEffect, useRef } from 'react'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Form, SubmitButton, useForm } from '#client/ui/form.tsx'
import { PasswordField } from '#client/ui/password-field.tsx'
import { CodeField, codeMissing } from './code-field.tsx'
import styles from './my-account.module.css'

/** Turns the second factor off; requires the password and a code. */
export function TurnOffForm({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const form = useForm({ currentPassword: '', code: '' }, missingField)
  const password = useRef<HTMLInputElement>(null)
  const remove = trpc.admin.me.removeSecondFactor.useMutation({
    onSuccess: onDone,
    onError: ({ message, data }) => form.report({ message, field: data?.field }),
  })

  // The button that had the focus is unmounted.
  useEffect(() => password.current?.focus(), [])

  return (
    <Form
      form={form}
      onSubmit={remove.mutate}
      isPending={remove.isPending}
      lead={
        <p className={styles.lead}>
          Your password alone will open this account again, and your recovery codes are void.
        </p>
      }
      className={styles.form}
      aria-label="Turn off the second factor"
    >
      <PasswordField
        ref={password}
        {...form.bind('currentPassword')}
        label="Current Password"
        autoComplete="current-password"
      />
      <CodeField {...form.bind('code')} hint="Of your app, or a recovery code." />
      <div className={styles.buttons}>
        <SubmitButton variant="danger">Turn Off</SubmitButton>
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}

function missingField({ currentPassword, code }: { currentPassword: string; code: string }) {
  if (!currentPassword) return { message: 'Enter your password.', field: 'currentPassword' }
  return code.trim() ? undefined : codeMissing
}
