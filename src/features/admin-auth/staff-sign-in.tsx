import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useSetStaff } from '#client/lib/session.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { PasswordField } from '#client/ui/password-field.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { CodeStep } from './code-step.tsx'
import styles from './staff-sign-in.module.css'

/**
 * The login form of /admin, and the code after it where there is a second factor. On success the session cache holds
 * the staff member, and the page changes by itself. `takesFocus` when a button of this page has led here.
 */
export function StaffSignIn({ takesFocus = false }: { takesFocus?: boolean }) {
  const [ticket, setTicket] = useState<string>()
  const [refusal, setRefusal] = useState<string>()
  const goBack = (words?: string) => {
    setTicket(undefined)
    setRefusal(words)
  }
  if (ticket !== undefined) return <CodeStep ticket={ticket} onBack={goBack} />
  return <PasswordStep takesFocus={takesFocus || refusal !== undefined} refusal={refusal} onTicket={setTicket} />
}

type PasswordStepProps = {
  takesFocus: boolean
  /** Why the second step has led back here. */
  refusal: string | undefined
  onTicket: (ticket: string) => void
}

function PasswordStep({ takesFocus, refusal, onTicket }: PasswordStepProps) {
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [tried, setTried] = useState(false)
  const usernameRef = useRef<HTMLInputElement>(null)
  const passwordRef = useRef<HTMLInputElement>(null)
  const setStaff = useSetStaff()
  const signIn = trpc.admin.session.signIn.useMutation({
    onSuccess: setStaff,
    onError: ({ data }) => (data?.ticket === undefined ? passwordRef.current?.focus() : onTicket(data.ticket)),
  })
  const problem = signIn.isError ? signIn.error.message : signIn.isIdle ? refusal : undefined

  // The focus is outside React; the button that had it has left the page.
  useEffect(() => {
    if (takesFocus) usernameRef.current?.focus()
  }, [takesFocus])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!username.trim()) usernameRef.current?.focus()
    else if (!password) passwordRef.current?.focus()
    else if (!signIn.isPending) signIn.mutate({ username: username.trim(), password })
  }

  return (
    <div className={`page ${styles.page}`}>
      <form className={styles.form} noValidate onSubmit={submit} aria-labelledby="staff-sign-in">
        <h1 id="staff-sign-in" className={styles.title}>
          Admin Login
        </h1>
        {problem !== undefined && (
          <Notice tone="bad" role="alert">
            {problem}
          </Notice>
        )}
        <TextField
          ref={usernameRef}
          label="Username"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={username}
          onValueChange={setUsername}
          error={tried && !username.trim() ? 'Enter your username' : undefined}
        />
        <PasswordField
          ref={passwordRef}
          label="Password"
          name="password"
          autoComplete="current-password"
          value={password}
          onValueChange={setPassword}
          error={tried && !password ? 'Enter your password' : undefined}
        />
        <Button type="submit" full busy={signIn.isPending}>
          Sign In
        </Button>
      </form>
    </div>
  )
}
