import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { type AccountActions, AccountCorner } from './account-corner.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'
import styles from './site-shell.module.css'
import { usePageFocus } from './use-page-focus.ts'

// Dialogs come with their first opening; the first load carries none of them.
const MobileMenu = lazy(async () => ({ default: (await import('./mobile-menu.tsx')).MobileMenu }))
const HowItWorksDialog = lazy(async () => ({
  default: (await import('./how-it-works-dialog.tsx')).HowItWorksDialog,
}))

type SiteShellProps = {
  account: AccountActions
  /** Staff screens use the whole width and have no footer. */
  bare?: boolean
  /** Stands beside 'Contact' in the header and the menu. */
  contactMark?: ReactNode
  children: ReactNode
}

/** Header, page and footer, with the menu of small screens and the 'How it Works' dialog. */
export function SiteShell({ account, bare = false, contactMark, children }: SiteShellProps) {
  const [menuOpen, setMenuOpen] = useState(false)
  const [helpOpen, setHelpOpen] = useState(false)
  const main = useRef<HTMLElement>(null)
  usePageFocus(main)
  return (
    <>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <SiteHeader
        signedIn={account.customerName !== undefined}
        onHowItWorks={() => setHelpOpen(true)}
        onOpenMenu={() => setMenuOpen(true)}
        // Staff sign in and out on their own page; a customer's corner there would be taken for theirs.
        corner={!bare && <AccountCorner account={account} />}
        contactMark={contactMark}
        wide={bare}
      />
      <main ref={main} id="main" className={styles.main} tabIndex={-1}>
        {children}
      </main>
      {!bare && <SiteFooter onHowItWorks={() => setHelpOpen(true)} />}
      <Suspense>
        {menuOpen && (
          <MobileMenu
            account={account}
            onClose={() => setMenuOpen(false)}
            onHowItWorks={() => setHelpOpen(true)}
            contactMark={contactMark}
          />
        )}
        {helpOpen && <HowItWorksDialog onClose={() => setHelpOpen(false)} />}
      </Suspense>
    </>
  )
}
