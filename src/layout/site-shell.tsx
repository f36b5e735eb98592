import { Link, useRouterState } from '@tanstack/react-router'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { lazyPart } from '#client/lib/lazy-part.tsx'
import { useSite } from '#client/lib/site-settings.ts'
import { Icon } from '#client/ui/icon.tsx'
import { LogoMark } from '#client/ui/logo-mark.tsx'
import { DialogFailed } from '#client/ui/part-failed.tsx'
import { site } from '#shared/site.ts'
import { type AccountActions, AccountMenu } from './account-menu.tsx'
import { OpeningBar } from './opening-bar.tsx'
import footerStyles from './site-footer.module.css'
import headerStyles from './site-header.module.css'
import styles from './site-shell.module.css'
import { ThemeSwitch } from './theme-switch.tsx'

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

const link = `target medium nowrap bare hover-brand ${headerStyles.link}`

type SiteHeaderProps = {
  signedIn: boolean
  onHowItWorks: () => void
  onOpenMenu: () => void
  corner: ReactNode
  contactMark?: ReactNode
  wide: boolean
}

function SiteHeader({ signedIn, onHowItWorks, onOpenMenu, corner, contactMark, wide }: SiteHeaderProps) {
  const { brandName } = useSite()
  return (
    <header className={`line-bottom ${headerStyles.header}`}>
      <div
        className={
          wide
            ? `cluster gap-5 row-gap-0 ${headerStyles.bar} ${headerStyles.wide}`
            : `page cluster gap-5 row-gap-0 ${headerStyles.bar}`
        }
      >
        <Link
          to="/"
          className={`target text-lg nowrap bare ${headerStyles.logo}`}
          aria-label={`${brandName}: ${site.tagline}`}
        >
          <LogoMark className="brand rigid" />
          <span className="display">{site.tagline}</span>
        </Link>
        <nav className={`push cluster ${headerStyles.nav}`} aria-label="Main">
          <Link to="/exchange" className={link}>
            Exchange
          </Link>
          <button type="button" className={link} aria-haspopup="dialog" onClick={onHowItWorks}>
            How it Works
          </button>
          <Link to="/supported-cards" className={link}>
            Supported Cards
          </Link>
          <Link to="/contact" className={link}>
            Contact
            {contactMark}
          </Link>
          {signedIn && (
            <Link to="/transactions" className={link}>
              Transactions
            </Link>
          )}
        </nav>
        <div className={`row stretch gap-0 ${headerStyles.corner}`}>{corner}</div>
        <button
          type="button"
          className={`push ${headerStyles.menu}`}
          aria-label="Menu"
          aria-haspopup="dialog"
          onClick={onOpenMenu}
        >
          <Icon name="menu" size={24} />
        </button>
      </div>
    </header>
  )
}

function SiteFooter({ onHowItWorks }: { onHowItWorks: () => void }) {
  const { brandName, supportEmail, companyLine } = useSite()
  return (
    <footer className={`line-top ${footerStyles.footer}`}>
      <div className={`page spread ${footerStyles.columns}`}>
        <div>
          <p className={`row display text-lg ${footerStyles.name}`}>
            <LogoMark className="brand rigid" />
            {brandName}
          </p>
          <p className="muted">{site.tagline}</p>
        </div>
        <nav className={footerStyles.links} aria-label="Footer">
          <Link to="/exchange">Exchange</Link>
          <button type="button" aria-haspopup="dialog" onClick={onHowItWorks}>
            How it Works
          </button>
          <Link to="/supported-cards">Supported Cards</Link>
          <Link to="/contact">Contact</Link>
          <Link to="/figures">What we measure</Link>
          <Link to="/privacy-policy">Privacy Policy</Link>
          <Link to="/terms-of-service">Terms of Service</Link>
        </nav>
        <p className={`start ${footerStyles.support}`}>
          <span className="muted">Support</span>
          <a className="breaks" href={`mailto:${supportEmail}`}>
            {supportEmail}
          </a>
        </p>
      </div>
      <div className={`page cluster spread gap-5 row-gap-2 muted text-sm ${footerStyles.small}`}>
        <p className="any-width">
          © {site.copyrightYear} {brandName}. All rights reserved.
        </p>
        <p className="any-width">Brand names and logos belong to their owners, who don't sponsor or endorse us.</p>
        <p className={`any-width ${footerStyles.company}`}>{companyLine}</p>
        <ThemeSwitch />
      </div>
    </footer>
  )
}
