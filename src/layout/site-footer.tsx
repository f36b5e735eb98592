import { Link } from '@tanstack/react-router'
import { useSite } from '#client/lib/site-settings.ts'
import { LogoMark } from '#client/ui/logo-mark.tsx'
import { site } from '#shared/site.ts'
import styles from './site-footer.module.css'
import { ThemeSwitch } from './theme-switch.tsx'

export function SiteFooter({ onHowItWorks }: { onHowItWorks: () => void }) {
  const { brandName, supportEmail, companyLine } = useSite()
  return (
    <footer className={`line-top ${styles.footer}`}>
      <div className={`page spread ${styles.columns}`}>
        <div>
          <p className={`row display text-lg ${styles.name}`}>
            <LogoMark className="brand rigid" />
            {brandName}
          </p>
          <p className="muted">{site.tagline}</p>
        </div>
        <nav className={styles.links} aria-label="Footer">
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
        <p className={`start ${styles.support}`}>
          <span className="muted">Support</span>
          <a className="breaks" href={`mailto:${supportEmail}`}>
            {supportEmail}
          </a>
        </p>
      </div>
      <div className={`page cluster spread gap-5 row-gap-2 muted text-sm ${styles.small}`}>
        <p className="any-width">
          © {site.copyrightYear} {brandName}. All rights reserved.
        </p>
        <p className="any-width">Brand names and logos belong to their owners, who don't sponsor or endorse us.</p>
        <p className={`any-width ${styles.company}`}>{companyLine}</p>
        <ThemeSwitch />
      </div>
    </footer>
  )
}
