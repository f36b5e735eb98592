import { useState } from 'react'
import type { SignInTab } from '#client/lib/sign-in-prompt.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { Tabs } from '#client/ui/tabs.tsx'
import { site } from '#shared/site.ts'
import { SignInForm } from './sign-in-form.tsx'
import { SignUpForm } from './sign-up-form.tsx'

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
