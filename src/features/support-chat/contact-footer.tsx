import { Link } from '@tanstack/react-router'
import { site } from '#shared/site.ts'
import styles from './contact-footer.module.css'

/** Where else to look, and how else to reach us. */
export function ContactFooter() {
  return (
    <div className={styles.footer}>
      <nav aria-labelledby="quick-links">
        <h2 id="quick-links">Quick Links</h2>
        <Link to="/exchange">Exchange</Link>
        <Link to="/supported-cards">Supported Cards</Link>
        <Link to="/transactions">Transactions</Link>
      </nav>
      <nav aria-labelledby="support-links">
        <h2 id="support-links">Support</h2>
        <Link to="/terms-of-service">Terms of Service</Link>
        <Link to="/privacy-policy">Privacy Policy</Link>
      </nav>
      <section aria-labelledby="contact-info">
        <h2 id="contact-info">Contact Info</h2>
        <a href={`mailto:${site.supportEmail}`}>{site.supportEmail}</a>
        <p>24/7 support, replies within 1 hour</p>
      </section>
    </div>
  )
}
