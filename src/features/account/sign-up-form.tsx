import { PasswordMeter } from '#client/calls/new-password-fields.tsx'
import { useCall } from '#client/calls/use-call.ts'
import { withBase } from '#client/lib/base-path.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Form, SubmitButton, useForm } from '#client/ui/form.tsx'
import { NewTabLink } from '#client/ui/new-tab-link.tsx'
import { PasswordField, TextField } from '#client/ui/text-field.tsx'
import {
  accountProblems,
  PASSWORD_MIN_LENGTH,
  type SignUpForm as SignUpValues,
  signUpProblem,
} from '#shared/account.ts'
import { accountMessages } from '#shared/account-messages.ts'
import { cleanText } from '#shared/clean-text.ts'
import { withoutInvisible } from '#shared/compact-text.ts'
import { EmailField } from './email-field.tsx'
import { useEnterCustomer } from './sign-in-form.tsx'

const empty: SignUpValues = { name: '', email: '', phone: '', password: '', confirmPassword: '' }

const required: SignUpValues = {
  name: 'Enter your full name',
  email: 'Enter your email address',
  phone: 'Enter your phone number',
  password: 'Enter a password',
  confirmPassword: 'Enter the password again',
}

type SignUpFormProps = {
  onDone?: () => void
  onSignInInstead: (email: string) => void
}

export function SignUpForm({ onDone, onSignInInstead }: SignUpFormProps) {
  const form = useForm(empty, (values) => signUpProblem(values), { required })
  const enter = useEnterCustomer()
  const signUp = trpc.account.signUp.useMutation(
    useCall({
      form,
      failed: signUpFailed,
      toast: ({ name }) => ({ title: accountMessages.welcomeTitle(name), description: accountMessages.welcome }),
      onDone: (customer) => {
        enter(customer)
        onDone?.()
      },
    }),
  )
  const isEmailTaken = form.errorAt('email') === accountProblems.emailTaken.message
  return (
    // method="dialog" prevents a submit before hydration from putting the password into a URL.
    <Form form={form} onSubmit={(values) => signUp.mutate(values)} isPending={signUp.isPending} method="dialog">
      <TextField label="Full Name" autoComplete="name" required {...form.bind('name')} />
      <EmailField hint="Your receipts and payout notices go here." required {...form.bind('email')} />
      {isEmailTaken && (
        <Button variant="secondary" onClick={() => onSignInInstead(cleanText.email(form.values.email))}>
          Sign in with this email
        </Button>
      )}
      <TextField
        clean={withoutInvisible}
        label="Phone Number"
        hint="We use it only if a payout fails."
        type="tel"
        autoComplete="tel"
        required
        {...form.bind('phone')}
      />
      <PasswordField
        label="Password"
        hint={`At least ${PASSWORD_MIN_LENGTH} characters.`}
        autoComplete="new-password"
        required
        {...form.bind('password')}
      />
      <PasswordMeter password={form.values.password} />
      <PasswordField label="Confirm Password" autoComplete="new-password" required {...form.bind('confirmPassword')} />
      <SubmitButton full pendingLabel="Creating Account...">
        Create Account
      </SubmitButton>
      <p className="muted text-sm">
        By creating an account you agree to our{' '}
        <NewTabLink href={withBase('/terms-of-service')}>Terms of Service</NewTabLink> and{' '}
        <NewTabLink href={withBase('/privacy-policy')}>Privacy Policy</NewTabLink>.
      </p>
    </Form>
  )
}

const signUpFailed = { title: accountMessages.signUpFailedTitle, message: accountMessages.signUpFailed }
