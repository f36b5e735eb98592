import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { SignInTab } from '#client/lib/account-dialogs.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { Form, type FormProblem, SubmitButton, useForm } from '#client/ui/form.tsx'
import { PasswordField } from '#client/ui/password-field.tsx'
import { Tabs } from '#client/ui/tabs.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { useToast } from '#client/ui/toast.tsx'
import { accountProblems, signInProblem } from '#shared/account.ts'
import { accountMessages } from '#shared/account-messages.ts'
import { site } from '#shared/site.ts'
import { accountFailure } from './account-failure.ts'
import styles from './form.module.css'
import { SignUpForm } from './sign-up-form.tsx'
import { useEnterCustomer } from './use-enter-customer.ts'

type SignInDialogProps = { open: boolean; onOpenChange: (open: boolean) => void; initialTab?: SignInTab }

/** Sign-in and sign-up in one dialog. Closes once the customer is signed in. */
export function SignInDialog({ open, onOpenChange, initialTab = 'signin' }: SignInDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="small"
      title={site.brandName}
      description="Sign in or create an account to get paid for your gift cards."
    >
      <SignInTabs initialTab={initialTab} onClose={() => onOpenChange(false)} />
    </Dialog>
  )
}

/** A separate component, so that the tab and the forms are reset each time the dialog opens. */
function SignInTabs({ initialTab, onClose }: { initialTab: SignInTab; onClose: () => void }) {
  const [tab, setTab] = useState<string>(initialTab)
  return (
    <Tabs
      label="Sign in or sign up"
      value={tab}
      onValueChange={setTab}
      tabs={[
        { value: 'signin', label: 'Sign In', content: <SignInForm onDone={onClose} onLeave={onClose} /> },
        { value: 'signup', label: 'Sign Up', content: <SignUpForm onDone={onClose} /> },
      ]}
    />
  )
}

type SignInValues = { email: string; password: string }

/** Email and password. Calls `onDone` after sign-in and `onLeave` when the customer follows the link. */
function SignInForm({ onDone, onLeave }: { onDone: () => void; onLeave: () => void }) {
  const form = useForm<SignInValues>({ email: '', password: '' }, problemOf)
  const signIn = useSignIn({ done: onDone, failed: form.report })
  return (
    <Form
      form={form}
      onSubmit={({ email, password }) => signIn.mutate({ email: email.trim(), password })}
      isPending={signIn.isPending}
    >
      <TextField
        label="Email Address"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        {...form.bind('email')}
      />
      <PasswordField label="Password" autoComplete="current-password" {...form.bind('password')} />
      <Link to="/forgot-password" className={styles.beside} onClick={onLeave}>
        Forgot your password?
      </Link>
      <SubmitButton full pendingLabel="Signing In...">
        Sign In
      </SubmitButton>
    </Form>
  )
}

/** Adds the first empty field, which the shared rule does not name. */
function problemOf(values: SignInValues): FormProblem | undefined {
  const wrong = signInProblem(values)
  return wrong && { field: values.email.trim() ? 'password' : 'email', ...wrong }
}

const signInFailed = {
  title: accountProblems.wrongPassword.title,
  message: 'We could not sign you in. Please try again.',
}

/** Signs a customer in and shows a welcome toast; passes the problem to `failed` otherwise. */
function useSignIn(on: { done: () => void; failed: (problem: FormProblem) => void }) {
  const enter = useEnterCustomer()
  const toast = useToast()
  return trpc.account.signIn.useMutation({
    onSuccess: (customer) => {
      enter(customer)
      toast({ title: accountMessages.welcomeBackTitle(customer.name), description: accountMessages.welcomeBack })
      on.done()
    },
    onError: (error) => on.failed(accountFailure(error, signInFailed)),
  })
}
