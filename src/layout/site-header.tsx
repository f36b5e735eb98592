import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSite } from '#client/lib/site-settings.ts'
import { Icon } from '#client/ui/icon.tsx'
import { LogoMark } from '#client/ui/logo-mark.tsx'
import { site } from '#shared/site.ts'
import styles from './site-header.module.css'

const link = `target medium nowrap bare hover-brand ${styles.link}`

type SiteHeaderProps = {
  signedIn: boolean
  onHowItWorks: () => void
  onOpenMenu: () => void
  corner: ReactNode
  contactMark?: ReactNode
  wide: boolean
}

export function SiteHeader({ signedIn, onHowItWorks, onOpenMenu, corner, contactMark, wide }: SiteHeaderProps) {
  const { brandName } = useSite()
  return (
    <header className={`line-bottom ${styles.header}`}>
      <div
        className={
          wide ? `cluster gap-5 row-gap-0 ${styles.bar} ${styles.wide}` : `page cluster gap-5 row-gap-0 ${styles.bar}`
        }
      >
        <Link
          to="/"
          className={`target text-lg nowrap bare ${styles.logo}`}
          aria-label={`${brandName}: ${site.tagline}`}
        >
          <LogoMark className="brand rigid" />
          <span className="display">{site.tagline}</span>
        </Link>
        <nav className={`push cluster ${styles.nav}`} aria-label="Main">
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
        <div className={`row stretch gap-0 ${styles.corner}`}>{corner}</div>
        <button
          type="button"
          className={`push ${styles.menu}`}
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
