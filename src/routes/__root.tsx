import { createRootRoute, Outlet, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useLostSession } from '#client/features/account/use-lost-session.ts'
import { useSignOut } from '#client/features/account/use-sign-out.ts'
import { PageFailed } from '#client/layout/page-failed.tsx'
import { PageHead } from '#client/layout/page-head.tsx'
import { SiteShell } from '#client/layout/site-shell.tsx'
import { useSession } from '#client/lib/session.ts'
import { SignInPromptContext, type SignInTab } from '#client/lib/sign-in-prompt.ts'
import { useIdle } from '#client/lib/use-idle.ts'
import { site } from '#shared/site.ts'

const SignInDialog = lazy(async () => ({
  default: (await import('#client/features/account/sign-in-dialog.tsx')).SignInDialog,
}))
const AccountDialog = lazy(async () => ({
  default: (await import('#client/features/account/account-dialog.tsx')).AccountDialog,
}))
const AddPaymentMethodDialog = lazy(async () => ({
  default: (await import('#client/features/account/add-payment-method-dialog.tsx')).AddPaymentMethodDialog,
}))

const Measuring = lazy(async () => ({
  default: (await import('#client/features/measuring/measuring.tsx')).Measuring,
}))
const Visits = lazy(async () => ({ default: (await import('#client/features/visits/visits.tsx')).Visits }))
// Only customers have answers waiting; what listens for them comes after the page.
const UnreadMark = lazy(async () => ({
  default: (await import('#client/features/support-chat/unread-mark.tsx')).UnreadMark,
}))
const UnreadTitle = lazy(async () => ({
  default: (await import('#client/features/support-chat/unread-title.tsx')).UnreadTitle,
}))

export const Route = createRootRoute({
  head: () => ({ meta: [{ title: `${site.tagline} | ${site.brandName}` }] }),
  component: RootLayout,
  errorComponent: ({ reset }) => <PageFailed onRetry={reset} />,
})

type OpenDialog = { name: 'sign-in'; tab: SignInTab } | { name: 'account' } | { name: 'payment-method' }

function RootLayout() {
  const { customer, isLoading } = useSession()
  const signOut = useSignOut()
  useLostSession()
  const isIdle = useIdle()
  const [dialog, setDialog] = useState<OpenDialog>()
  const [promptSignIn] = useState(
    () =>
      (tab: SignInTab = 'signin') =>
        setDialog({ name: 'sign-in', tab }),
  )
  const bare = useRouterState({ select: (state) => /^\/admin(\/|$)/.test(state.location.pathname) })
  const close = (open: boolean) => {
    if (!open) setDialog(undefined)
  }

  return (
    <SignInPromptContext value={promptSignIn}>
      <PageHead />
      <SiteShell
        bare={bare}
        contactMark={
          customer && (
            <Suspense>
              <UnreadMark />
            </Suspense>
          )
        }
        account={{
          customerName: customer?.name,
          isLoading,
          onSignIn: () => promptSignIn('signin'),
          onOpenAccount: () => setDialog({ name: 'account' }),
          onAddPaymentMethod: () => setDialog({ name: 'payment-method' }),
          onSignOut: () => void signOut(),
        }}
      >
        <Outlet />
      </SiteShell>
      <Suspense>{customer && !bare && <UnreadTitle />}</Suspense>
      <Suspense>
        {dialog?.name === 'sign-in' && <SignInDialog open onOpenChange={close} initialTab={dialog.tab} />}
        {dialog?.name === 'account' && <AccountDialog open onOpenChange={close} />}
        {dialog?.name === 'payment-method' && <AddPaymentMethodDialog open onOpenChange={close} />}
      </Suspense>
      <Suspense>{isIdle && <Measuring />}</Suspense>
      <Suspense>{isIdle && <Visits />}</Suspense>
    </SignInPromptContext>
  )
}
