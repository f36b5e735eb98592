import { Link } from '@tanstack/react-router'
import { ConsentButtons } from './consent-buttons.tsx'
import styles from './tracking-consent.module.css'

/** Asks once whether others may measure. The page can be used meanwhile; no answer is a no. */
export function ConsentBanner() {
  // The buttons go with the answer, and the focus must not go with them.
  const focusPage = () => document.querySelector('main')?.focus({ preventScroll: true })
  return (
    <section aria-labelledby="measuring-question" className={styles.banner}>
      <div className={`page ${styles.row}`}>
        <div>
          <h2 id="measuring-question" className={styles.question}>
            May we measure visits?
          </h2>
          <p className={styles.words}>
            Services we work with would count quotes and orders. They cannot see the page you are on and never run where
            you enter card details. You can change your mind in our{' '}
            <Link to="/privacy-policy" hash="measuring">
              Privacy Policy
            </Link>
            .
          </p>
        </div>
        <ConsentButtons onChosen={focusPage} />
      </div>
    </section>
  )
}
