import { useRouterState } from '@tanstack/react-router'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { lazyPart } from '#client/lib/lazy-part.tsx'
import { useSite } from '#client/lib/site-settings.ts'
import { DialogFailed } from '#client/ui/part-failed.tsx'
import { type AccountActions, AccountMenu } from './account-menu.tsx'
import { OpeningBar } from './opening-bar.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'
import styles from './site-shell.module.css'

const MobileMenu = lazyPart(() => import('./mobile-menu.tsx'), 'MobileMenu', DialogFailed, <OpeningBar />)
const HowItWorksDialog = lazyPart(
  () => import('./how-it-works-dialog.tsx'),
  'HowItWorksDialog',
  DialogFailed,
  <OpeningBar />,
)

type SiteShellProps = {
  account: AccountActions
  /** Full width and no footer, for staff screens. */
  bare?: boolean
  /** The page has a header of its own, as the staff area does. */
  hasOwnHeader?: boolean
  contactMark?: ReactNode
  notice?: ReactNode
  children: ReactNode
}

export function SiteShell({
  account,
  bare = false,
  hasOwnHeader = false,
  contactMark,
  notice,
  children,
}: SiteShellProps) {
  // A new object for each press, so that a dialog whose code did not load tries again.
  const [menu, setMenu] = useState<object>()
  const [help, setHelp] = useState<object>()
  const openHelp = () => setHelp({})
  const main = useRef<HTMLElement>(null)
  const { brandName, supportEmail } = useSite()
  usePageFocus(main)
  return (
    <>
      <a className={`strong ${styles.skip}`} href="#main">
        Skip to content
      </a>
      {!hasOwnHeader && (
        <SiteHeader
          signedIn={account.customerName !== undefined}
          onHowItWorks={openHelp}
          onOpenMenu={() => setMenu({})}
          // Staff sign in and out on their own page; a customer's menu there would look like theirs.
          corner={!bare && <AccountMenu account={account} />}
          contactMark={contactMark}
          wide={bare}
        />
      )}
      {/* A box of its own height keeps it above a header inside the page, which would cover it. */}
      {hasOwnHeader ? <div>{notice}</div> : notice}
      {/* With another header the page is a new one, so that nothing moves when the header comes or goes. */}
      <main key={String(hasOwnHeader)} ref={main} id="main" className={`shrinks ${styles.main}`} tabIndex={-1}>
        <p className={styles.letterhead}>
          <span>{brandName}</span>
          <span>{supportEmail}</span>
        </p>
        {children}
      </main>
      {!bare && <SiteFooter onHowItWorks={openHelp} />}
      {menu && (
        <MobileMenu
          attempt={menu}
          account={account}
          onClose={() => setMenu(undefined)}
          onHowItWorks={openHelp}
          contactMark={contactMark}
        />
      )}
      {help && <HowItWorksDialog attempt={help} onClose={() => setHelp(undefined)} />}
    </>
  )
}

/** Moves the focus to the new page after a navigation, unless an element in it has the focus already. */
function usePageFocus(main: RefObject<HTMLElement | null>) {
  const pathname = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  const shown = useRef(pathname)

  // The focus is outside React. Without this it stays on the link, and screen readers do not announce the new page.
  useEffect(() => {
    const isFirstPage = shown.current === undefined
    const isSamePage = shown.current === pathname
    shown.current = pathname
    if (isFirstPage || isSamePage || main.current?.contains(document.activeElement)) return
    main.current?.focus({ preventScroll: true })
  }, [pathname, main])
}
