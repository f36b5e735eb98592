import { type FormEvent, useState } from 'react'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { accountProblems, missingField } from '#shared/account.ts'
import { hasEmailShape } from '#shared/email.ts'
import { accountFailure } from './account-failure.ts'
import styles from './form.module.css'
import { FormNotice } from './form-notice.tsx'
import { useFormProblem } from './use-form-problem.ts'

const sendFailed = { title: 'Error', message: 'We could not send the link. Please try again.' }

/** Asks for a link that sets a new password; `onSent` with the address once the server has taken it. */
export function ForgotPasswordForm({ onSent }: { onSent: (email: string) => void }) {
  const [email, setEmail] = useState('')
  const problem = useFormProblem(['email'])
  const request = trpc.account.requestPasswordReset.useMutation({
    onSuccess: (_, sent) => onSent(sent.email),
    onError: (error) => problem.report(accountFailure(error, sendFailed)),
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (request.isPending) return
    const wrong = problemOf(email)
    if (wrong) return problem.report(wrong)
    problem.clear()
    request.mutate({ email: email.trim() })
  }

  return (
    <form ref={problem.formRef} className={styles.form} noValidate onSubmit={submit}>
      <FormNotice problem={problem.general} />
      <TextField
        label="Email Address"
        name="email"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        value={email}
        error={problem.errorAt('email')}
        onValueChange={(next) => {
          setEmail(next)
          problem.recheck(problemOf(next))
        }}
      />
      <Button type="submit" full busy={request.isPending}>
        {request.isPending ? 'Sending...' : 'Send Reset Link'}
      </Button>
    </form>
  )
}

function problemOf(email: string) {
  if (!email.trim()) return missingField('email')
  return hasEmailShape(email.trim()) ? undefined : accountProblems.invalidEmail
}
