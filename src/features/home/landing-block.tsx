import { Link } from '@tanstack/react-router'
import { useSession } from '#client/lib/session.ts'
import { buttonClass } from '#client/ui/button.tsx'
import styles from './landing-block.module.css'

/** The way on at the end of the page, with a word for those we know. */
export function LandingBlock() {
  const { customer } = useSession()
  return (
    <section className={`page ${styles.section}`}>
      <div className={styles.block}>
        <div>
          <h2>{customer ? `Welcome back, ${customer.name}!` : 'Ready to Exchange Your Gift Cards'}</h2>
          <p className={styles.text}>
            {customer
              ? 'Pick your next card and see its payout to the cent.'
              : 'The quote is free, and you see it before you sign up.'}
          </p>
        </div>
        <Link to="/exchange" className={buttonClass()}>
          {customer ? 'Start New Exchange' : 'Get Started Now'}
        </Link>
      </div>
    </section>
  )
}
