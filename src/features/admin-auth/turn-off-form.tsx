import { type FormEvent, useEffect, useRef, useState } from 'react'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { PasswordField } from '#client/ui/password-field.tsx'
import { CodeField } from './code-field.tsx'
import styles from './my-account.module.css'

/** Turns the second factor off; requires the password and a code. */
export function TurnOffForm({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const [currentPassword, setCurrentPassword] = useState('')
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<{ message: string; field?: string }>()
  const passwordRef = useRef<HTMLInputElement>(null)
  const codeRef = useRef<HTMLInputElement>(null)
  const report = (message: string, field?: string) => {
    setProblem({ message, ...(field && { field }) })
    if (field === 'currentPassword') passwordRef.current?.focus()
    if (field === 'code') codeRef.current?.focus()
  }
  const remove = trpc.admin.me.removeSecondFactor.useMutation({
    onSuccess: onDone,
    onError: ({ message, data }) => report(message, data?.field),
  })

  // The button that had the focus is unmounted.
  useEffect(() => passwordRef.current?.focus(), [])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (remove.isPending) return
    setProblem(undefined)
    if (!currentPassword) report('Enter your password.', 'currentPassword')
    else if (!code.trim()) report('Enter a code of your app or a recovery code.', 'code')
    else remove.mutate({ currentPassword, code })
  }

  return (
    <form className={styles.form} noValidate onSubmit={submit} aria-label="Turn off the second factor">
      <p className={styles.lead}>Your password alone will open this account again, and your recovery codes are void.</p>
      {problem && problem.field === undefined && (
        <Notice tone="bad" role="alert">
          {problem.message}
        </Notice>
      )}
      <PasswordField
        ref={passwordRef}
        label="Current Password"
        name="password"
        autoComplete="current-password"
        value={currentPassword}
        onValueChange={setCurrentPassword}
        error={problem?.field === 'currentPassword' ? problem.message : undefined}
      />
      <CodeField
        ref={codeRef}
        value={code}
        onValueChange={setCode}
        hint="Of your app, or a recovery code."
        error={problem?.field === 'code' ? problem.message : undefined}
      />
      <div className={styles.buttons}>
        <Button type="submit" variant="danger" busy={remove.isPending}>
          Turn Off
        </Button>
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
