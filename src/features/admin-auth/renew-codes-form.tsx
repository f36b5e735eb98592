import { type FormEvent, useEffect, useRef, useState } from 'react'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { CodeField } from './code-field.tsx'
import styles from './my-account.module.css'
import { RecoveryCodes } from './recovery-codes.tsx'

/** Replaces the recovery codes and shows the new ones once. */
export function RenewCodesForm({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const report = (message: string) => {
    setProblem(message)
    field.current?.focus()
  }
  const { mutate, isPending, data } = trpc.admin.me.renewRecoveryCodes.useMutation({
    onError: ({ message }) => report(message),
  })

  // The button that had the focus is unmounted.
  useEffect(() => field.current?.focus(), [])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    if (code.trim()) mutate({ code })
    else report('Enter a code of your app or a recovery code.')
  }

  if (data) return <RecoveryCodes codes={data.recoveryCodes} headingLevel={4} onDone={onDone} />
  return (
    <form className={styles.form} noValidate onSubmit={submit} aria-label="New recovery codes">
      <p className={styles.lead}>The ones you have now will not work any more.</p>
      <CodeField
        ref={field}
        value={code}
        onValueChange={(next) => {
          setCode(next)
          setProblem(undefined)
        }}
        hint="Of your app, or a recovery code."
        error={problem}
      />
      <div className={styles.buttons}>
        <Button type="submit" busy={isPending}>
          Make New Codes
        </Button>
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
