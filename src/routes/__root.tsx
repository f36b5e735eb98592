import { createRootRoute, Outlet, useMatches } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useSignOut } from '#client/features/account/end-session.ts'
import { FrameFailed } from '#client/layout/error-page.tsx'
import { OpeningBar, PageBar } from '#client/layout/opening-bar.tsx'
import { SiteShell } from '#client/layout/site-shell.tsx'
import { useNavigationBlock } from '#client/layout/use-navigation-block.ts'
import { AccountSettingsContext, SignInPromptContext, type SignInTab } from '#client/lib/account-dialogs.ts'
import { loadCatalogue } from '#client/lib/catalogue.ts'
import { lazyPart } from '#client/lib/lazy-part.tsx'
import { useSession } from '#client/lib/session.ts'
import { useSite } from '#client/lib/site-settings.ts'
import { useIdle } from '#client/lib/use-idle.ts'
import { DialogFailed } from '#client/ui/part-failed.tsx'
import { site } from '#shared/site.ts'

const SignInDialog = lazyPart(
  () => import('#client/features/account/sign-in-dialog.tsx'),
  'SignInDialog',
  DialogFailed,
  <OpeningBar />,
)
const AccountDialog = lazyPart(
  () => import('#client/features/account/account-dialog.tsx'),
  'AccountDialog',
  DialogFailed,
  <OpeningBar />,
)
const AddPaymentMethodDialog = lazyPart(
  () => import('#client/features/account/add-payment-method-form.tsx'),
  'AddPaymentMethodDialog',
  DialogFailed,
  <OpeningBar />,
)
const TrackingConsent = lazyPart(
  () => import('#client/features/tracking-consent/tracking-consent.tsx'),
  'TrackingConsent',
)
const PageViewBeacon = lazyPart(
  () => import('#client/features/page-view-beacon/page-view-beacon.tsx'),
  'PageViewBeacon',
)
// Only customers have unread replies; the code that subscribes to them is loaded after the page.
const UnreadMark = lazyPart(() => import('#client/features/support-chat/unread.tsx'), 'UnreadMark')
const UnreadTitle = lazyPart(() => import('#client/features/support-chat/unread.tsx'), 'UnreadTitle')

const IdleParts = lazyPart(() => import('./-idle-parts.tsx'), 'IdleParts')

export const Route = createRootRoute({
  head: () => ({ meta: [{ title: site.tagline }] }),
  component: RootLayout,
  errorComponent: FrameFailed,
})

type OpenDialog = { name: 'sign-in'; tab: SignInTab } | { name: 'account' } | { name: 'payment-method' }

function RootLayout() {
  const { customer, staff, isLoading } = useSession()
  const signOut = useSignOut()
  const isIdle = useIdle()
  const [dialog, setDialog] = useState<OpenDialog>()
  const [promptSignIn] = useState(
    () =>
      (tab: SignInTab = 'signin') =>
        setDialog({ name: 'sign-in', tab }),
  )
  const bare = useMatches({ select: (matches) => matches.some(({ staticData }) => staticData.isStaffPage) })
  const { failed, isSlow } = useNavigationBlock()
  const [openAccount] = useState(() => () => setDialog({ name: 'account' }))
  const close = () => setDialog(undefined)

  // The browser may show an old copy of the page.
  useEffect(() => void loadCatalogue(), [])

  return (
    <SignInPromptContext value={promptSignIn}>
      <PageHead />
      <SiteShell
        bare={bare}
        // Until the session is known, no header is better than one that is replaced.
        hasOwnHeader={bare && (isLoading || staff !== null)}
        contactMark={customer && <UnreadMark />}
        notice={isIdle && <IdleParts />}
        account={{
          customerName: customer?.name,
          isLoading,
          onSignIn: () => promptSignIn('signin'),
          onOpenAccount: openAccount,
          onAddPaymentMethod: () => setDialog({ name: 'payment-method' }),
          onSignOut: () => void signOut(),
        }}
      >
        <AccountSettingsContext value={openAccount}>
          <Outlet />
        </AccountSettingsContext>
      </SiteShell>
      {customer && !bare && <UnreadTitle />}
      {dialog?.name === 'sign-in' && <SignInDialog attempt={dialog} onClose={close} initialTab={dialog.tab} />}
      {dialog?.name === 'account' && <AccountDialog attempt={dialog} onClose={close} />}
      {dialog?.name === 'payment-method' && <AddPaymentMethodDialog attempt={dialog} onClose={close} />}
      {isSlow && <PageBar />}
      {failed && <DialogFailed title="We couldn't load the page" {...failed} />}
      {isIdle && <TrackingConsent />}
      {isIdle && <PageViewBeacon />}
    </SignInPromptContext>
  )
}

/** Title of the current page and the brand name; the innermost route that defines one wins. */
function PageHead() {
  const given = useMatches().flatMap(({ meta = [] }) => meta)
  return <title>{`${given.findLast((each) => each?.title)?.title} | ${useSite().brandName}`}</title>
}
