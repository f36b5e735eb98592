import { useEffect, useEffectEvent, useState } from 'react'
import { useSetStaff } from '#client/lib/session.ts'
import { createStore } from '#client/lib/store.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useFocusOnMount } from '#client/lib/use-focus-on-mount.ts'
import { QuietButton } from '#client/ui/button.tsx'
import { Form, SubmitButton, useForm } from '#client/ui/form.tsx'
import { ProblemNotice } from '#client/ui/notice.tsx'
import { PasswordField } from '#client/ui/password-field.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { isCodeLike } from '#shared/second-factor.ts'
import { CodeField } from './code-field.tsx'
import styles from './staff-sign-in.module.css'

/** Saves new staff from typing their one-time password twice. In the memory of this page only. */
export const typedPassword = createStore<string | undefined>(undefined)

/** On success the session in the cache replaces this page. `takesFocus`: opened by a button of the same page. */
export function StaffSignIn({ takesFocus = false }: { takesFocus?: boolean }) {
  const [ticket, setTicket] = useState<string>()
  const [refusal, setRefusal] = useState<string>()
  const goBack = (message?: string) => {
    setTicket(undefined)
    setRefusal(message)
  }
  if (ticket !== undefined) return <CodeStep ticket={ticket} onBack={goBack} />
  return <PasswordStep takesFocus={takesFocus || refusal !== undefined} refusal={refusal} onTicket={setTicket} />
}

type PasswordStepProps = {
  takesFocus: boolean
  /** Why the second step returned to this one. */
  refusal: string | undefined
  onTicket: (ticket: string) => void
}

function PasswordStep({ takesFocus, refusal, onTicket }: PasswordStepProps) {
  const form = useForm({ username: '', password: '' }, undefined, {
    hasSummary: false,
    required: { username: 'Enter your username', password: 'Enter your password' },
  })
  const setStaff = useSetStaff()
  const signIn = trpc.admin.session.signIn.useMutation({
    onSuccess: (staff, { password }) => {
      if (staff.mustDo === 'replace-password') typedPassword.set(password)
      setStaff(staff)
    },
    onError: ({ data }) => (data?.ticket === undefined ? form.focus('password') : onTicket(data.ticket)),
  })
  const problem = signIn.isError ? signIn.error.message : signIn.isIdle ? refusal : undefined
  const focusUsername = useEffectEvent(() => form.focus('username'))

  // The button that had the focus is unmounted.
  useEffect(() => {
    if (takesFocus) focusUsername()
  }, [takesFocus])

  return (
    <div className={`page ${styles.page}`}>
      <Form
        form={form}
        onSubmit={({ username, password }) => signIn.mutate({ username: username.trim(), password })}
        call={signIn}
        className={styles.form}
        aria-labelledby="staff-sign-in"
      >
        <h1 id="staff-sign-in" className="margin-bottom-2">
          Admin Login
        </h1>
        <ProblemNotice message={problem} />
        <TextField
          {...form.bind('username')}
          label="Username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <PasswordField {...form.bind('password')} label="Password" autoComplete="current-password" />
        <SubmitButton full>Sign In</SubmitButton>
      </Form>
    </div>
  )
}

type CodeStepProps = { ticket: string; onBack: (message?: string) => void }

function CodeStep(props: CodeStepProps) {
  const [isRecovery, setIsRecovery] = useState(false)
  // The key starts the other form without the code and the problem of this one.
  return (
    <CodeForm key={String(isRecovery)} {...props} isRecovery={isRecovery} onSwitch={() => setIsRecovery(!isRecovery)} />
  )
}

function CodeForm({
  ticket,
  onBack,
  isRecovery,
  onSwitch,
}: CodeStepProps & { isRecovery: boolean; onSwitch: () => void }) {
  const form = useForm({ code: '' }, ({ code }) =>
    isCodeLike(code)
      ? undefined
      : {
          message: isRecovery
            ? 'Enter one of your recovery codes: 16 letters and digits.'
            : 'Enter the 6-digit code from your app.',
          field: 'code',
        },
  )
  const field = useFocusOnMount<HTMLInputElement>()
  const setStaff = useSetStaff()
  const signIn = trpc.admin.session.signInWithCode.useMutation({
    onSuccess: setStaff,
    onError: ({ data, message }) => {
      if (data?.code === 'unauthorized') return onBack(message)
      form.report({ message, field: 'code' })
      field.current?.select()
    },
  })

  return (
    <div className={`page ${styles.page}`}>
      <Form
        form={form}
        onSubmit={({ code }) => signIn.mutate({ ticket, code })}
        call={signIn}
        className={styles.form}
        aria-labelledby="staff-code"
      >
        <h1 id="staff-code" className="margin-bottom-2">
          Enter your code
        </h1>
        <CodeField
          ref={field}
          {...form.bind('code')}
          isRecovery={isRecovery}
          hint={isRecovery ? 'Each code works once.' : 'The 6 digits your authenticator app shows now.'}
        />
        <SubmitButton full>Sign In</SubmitButton>
        <div className="cluster stretch spread gap-2">
          <QuietButton onClick={onSwitch}>{isRecovery ? 'Use the app instead' : 'Use a recovery code'}</QuietButton>
          <QuietButton onClick={() => onBack()}>Back</QuietButton>
        </div>
      </Form>
    </div>
  )
}
