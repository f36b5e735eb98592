import type { SignInTab } from '#client/lib/account-dialogs.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { Tabs } from '#client/ui/tabs.tsx'
import { SignInForm, SignUpForm, useCredentialTabs } from './credential-forms.tsx'

export function SignInDialog({ initialTab = 'signin', onClose }: { initialTab?: SignInTab; onClose: () => void }) {
  const { tab, setTab, knownEmail, signInInstead } = useCredentialTabs(initialTab)
  return (
    <Dialog
      onClose={onClose}
      size="small"
      title={tab === 'signin' ? 'Sign in' : 'Create account'}
      description="Sign in or create an account to get paid for your gift cards."
    >
      <Tabs
        label="Sign in or sign up"
        value={tab}
        onValueChange={setTab}
        tabs={[
          {
            value: 'signin',
            label: 'Sign In',
            content: <SignInForm email={knownEmail} onDone={onClose} onLeave={onClose} />,
          },
          {
            value: 'signup',
            label: 'Sign Up',
            content: <SignUpForm onDone={onClose} onSignInInstead={signInInstead} />,
          },
        ]}
      />
    </Dialog>
  )
}
