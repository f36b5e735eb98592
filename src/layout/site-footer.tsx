import { Link } from '@tanstack/react-router'
import { LogoMark } from '#client/ui/logo-mark.tsx'
import { pageMarks } from '#shared/page-marks.ts'
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
      <div className={`page cluster spread gap-5 row-gap-2 muted text-sm ${styles.small}`}>
        <p>
          © {site.copyrightYear} {site.brandName}. All rights reserved.
        </p>
        <p>Brand names and logos belong to their owners, who don't sponsor or endorse us.</p>
        <p className={styles.company}>{companyLine()}</p>
        <ThemeSwitch />
      </div>
    </footer>
  )
}

/** The server writes it into every page, in place of a mark. */
function companyLine(): string {
  if (import.meta.env.SSR) return pageMarks.companyLine
  return document.querySelector<HTMLMetaElement>('meta[name=company]')?.content ?? ''
}
