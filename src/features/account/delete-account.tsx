import { useRef, useState } from 'react'
import { notifyOtherTabs } from '#client/lib/session-channel.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Form, type FormProblem, SubmitButton, useForm } from '#client/ui/form.tsx'
import { PasswordField } from '#client/ui/password-field.tsx'
import { useToast } from '#client/ui/toast.tsx'
import { missingField } from '#shared/account.ts'
import { recoveryMessages, recoveryProblems } from '#shared/recovery.ts'
import { accountFailure } from './account-failure.ts'
import { useForgetCustomer } from './end-session.ts'
import settings from './settings.module.css'

/** Account deletion: explains the consequences and requires the password. */
export function DeleteAccount() {
  const [asking, setAsking] = useState(false)
  const headingRef = useRef<HTMLHeadingElement>(null)
  const ask = (next: boolean) => {
    setAsking(next)
    // The clicked button is unmounted, so the focus moves to the heading above the new content.
    headingRef.current?.focus()
  }
  return (
    <section aria-labelledby="delete-account">
      <h3 ref={headingRef} id="delete-account" className={settings.heading} tabIndex={-1}>
        Delete account
      </h3>
      {asking ? (
        <DeleteAccountForm onKeep={() => ask(false)} />
      ) : (
        <>
          <p className={`muted ${settings.lead}`}>Ends your account for good. You are asked for your password first.</p>
          <Button variant="secondary" onClick={() => ask(true)}>
            Delete My Account
          </Button>
        </>
      )}
    </section>
  )
}

const consequences = [
  {
    title: 'What goes',
    text: 'Your name, email, phone, address and password, your saved payment methods, your messages to support, every photo and every card and account number. You are signed out everywhere.',
  },
  {
    title: 'What stays',
    text: 'Brand, amount, date, status and the last 4 digits of the card of each finished order, because our books need them. Nothing in them leads to you.',
  },
  { title: 'Afterwards', text: 'The account cannot be restored. You can open a new one with the same email.' },
]

/** The confirmation: lists the consequences and asks for the password. */
function DeleteAccountForm({ onKeep }: { onKeep: () => void }) {
  const form = useForm({ password: '' }, ({ password }) => (password ? undefined : missingField('password')))
  const remove = useDeleteAccount(form.report)
  return (
    <Form
      form={form}
      onSubmit={(values) => remove.mutate(values)}
      isPending={remove.isPending}
      aria-label="Delete account"
      lead={
        <dl className={settings.consequences}>
          {consequences.map(({ title, text }) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      }
    >
      <PasswordField label="Password" autoComplete="current-password" required {...form.bind('password')} />
      <div className="row">
        <SubmitButton variant="danger" pendingLabel="Deleting...">
          Delete For Good
        </SubmitButton>
        <Button variant="secondary" onClick={onKeep}>
          Keep My Account
        </Button>
      </div>
    </Form>
  )
}

const deleteFailed = {
  title: recoveryProblems.wrongPassword.title,
  message: 'We could not delete your account. Please try again.',
}

/** Deletes the account and clears the data of its customer in this browser. */
function useDeleteAccount(onFailed: (problem: FormProblem) => void) {
  const forget = useForgetCustomer()
  const toast = useToast()
  return trpc.account.deleteAccount.useMutation({
    onSuccess: () => {
      forget()
      notifyOtherTabs('signed-out')
      toast({ title: recoveryMessages.accountDeletedTitle, description: recoveryMessages.accountDeleted })
    },
    onError: (error) => onFailed(accountFailure(error, deleteFailed)),
  })
}
