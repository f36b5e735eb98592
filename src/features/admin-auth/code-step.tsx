import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useSetStaff } from '#client/lib/session.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { isCodeLike } from '#shared/second-factor.ts'
import { CodeField } from './code-field.tsx'
import styles from './staff-sign-in.module.css'

type CodeStepProps = {
  /** What the password was answered with. */
  ticket: string
  /** Back to the password; with words when the ticket is over. */
  onBack: (words?: string) => void
}

/** The second step of signing in: the code of the app, or a recovery code. */
export function CodeStep({ ticket, onBack }: CodeStepProps) {
  const [code, setCode] = useState('')
  const [isRecovery, setIsRecovery] = useState(false)
  const [problem, setProblem] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const setStaff = useSetStaff()
  const signIn = trpc.admin.session.signInWithCode.useMutation({
    onSuccess: setStaff,
    onError: ({ data, message }) => {
      if (data?.code === 'unauthorized') return onBack(message)
      setProblem(message)
      field.current?.select()
    },
  })

  // The focus is outside React; the button that had it has left the page.
  useEffect(() => field.current?.focus(), [])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (signIn.isPending) return
    if (isCodeLike(code)) return signIn.mutate({ ticket, code })
    setProblem(
      isRecovery ? 'Enter one of your recovery codes: 16 letters and digits.' : 'Enter the 6 digits of your app.',
    )
    field.current?.focus()
  }
  const change = (next: string) => {
    setCode(next)
    setProblem(undefined)
  }
  const switchKind = () => {
    setIsRecovery(!isRecovery)
    change('')
    field.current?.focus()
  }

  return (
    <div className={`page ${styles.page}`}>
      <form className={styles.form} noValidate onSubmit={submit} aria-labelledby="staff-code">
        <h1 id="staff-code" className={styles.title}>
          Enter your code
        </h1>
        <CodeField
          ref={field}
          value={code}
          onValueChange={change}
          isRecovery={isRecovery}
          hint={isRecovery ? 'Each of them works once.' : 'The 6 digits your authenticator app shows now.'}
          error={problem}
        />
        <Button type="submit" full busy={signIn.isPending}>
          Sign In
        </Button>
        <div className={styles.others}>
          <Button variant="quiet" size="small" onClick={switchKind}>
            {isRecovery ? 'Use the app instead' : 'Use a recovery code'}
          </Button>
          <Button variant="quiet" size="small" onClick={() => onBack()}>
            Back
          </Button>
        </div>
      </form>
    </div>
  )
}
