import { Link } from '@tanstack/react-router'
import { LogoMark } from '#client/ui/logo-mark.tsx'
import { site } from '#shared/site.ts'
import styles from './site-footer.module.css'
import { ThemeSwitch } from './theme-switch.tsx'

/** The footer of all public pages. */
export function SiteFooter({ onHowItWorks }: { onHowItWorks: () => void }) {
  return (
    <footer className={styles.footer}>
      <div className={`page ${styles.columns}`}>
        <div className={styles.brand}>
          <p className={`display ${styles.name}`}>
            <LogoMark className={styles.mark} />
            {site.brandName}
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
          <Link to="/privacy-policy">Privacy Policy</Link>
          <Link to="/terms-of-service">Terms of Service</Link>
        </nav>
        <p className={styles.support}>
          <span className="muted">Support</span>
          <a href={`mailto:${site.supportEmail}`}>{site.supportEmail}</a>
        </p>
      </div>
      <div className={`page ${styles.small}`}>
        <p>
          © {site.copyrightYear} {site.brandName}. All rights reserved.
        </p>
        <p>Names and marks belong to their owners, who do not sponsor or endorse this service.</p>
        <ThemeSwitch />
      </div>
    </footer>
  )
}
