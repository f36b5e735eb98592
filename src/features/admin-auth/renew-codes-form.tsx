import { useEffect, useRef } from 'react'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Form, SubmitButton, useForm } from '#client/ui/form.tsx'
import { CodeField, codeMissing } from './code-field.tsx'
import styles from './my-account.module.css'
import { RecoveryCodes } from './recovery-codes.tsx'

/** Replaces the recovery codes and shows the new ones once. */
export function RenewCodesForm({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const form = useForm({ code: '' }, ({ code }) => (code.trim() ? undefined : codeMissing))
  const field = useRef<HTMLInputElement>(null)
  const { mutate, isPending, data } = trpc.admin.me.renewRecoveryCodes.useMutation({
    onError: ({ message }) => form.report({ message, field: 'code' }),
  })

  // The button that had the focus is unmounted.
  useEffect(() => field.current?.focus(), [])

  if (data) return <RecoveryCodes codes={data.recoveryCodes} headingLevel={4} onDone={onDone} />
  return (
    <Form form={form} onSubmit={mutate} isPending={isPending} className={styles.form} aria-label="New recovery codes">
      <p className={styles.lead}>The ones you have now will not work any more.</p>
      <CodeField ref={field} {...form.bind('code')} hint="Of your app, or a recovery code." />
      <div className={styles.buttons}>
        <SubmitButton>Make New Codes</SubmitButton>
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}
