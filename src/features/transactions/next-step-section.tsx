import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { buttonClass } from '#client/ui/button.tsx'
import { type NextAction, nextStep } from '#shared/next-step.ts'
import type { TransactionDetail } from '#shared/submission-schema.ts'
import styles from './transaction-page.module.css'

/** What the seller does now, in a sentence and with the way there. */
export function NextStepSection({ order }: { order: TransactionDetail }) {
  const { words, action } = nextStep(order.status, order.statusReason)
  return (
    <section aria-labelledby="next-step" className={styles.next}>
      <h2 id="next-step">Next step</h2>
      <p>{words}</p>
      <div className={styles.actions}>{ways(order)[action]}</div>
    </section>
  )
}

function ways({ id, cardBrand, cardValue }: TransactionDetail): Record<NextAction, ReactNode> {
  const write = (variant: 'primary' | 'quiet') => (
    <Link to="/contact" search={{ about: `Order ${id}` }} className={buttonClass(variant)}>
      Write to Support
    </Link>
  )
  return {
    'sell-again': (
      <>
        <Link to="/exchange" search={{ brand: cardBrand, value: cardValue }} className={buttonClass()}>
          Sell This Card Again
        </Link>
        {write('quiet')}
      </>
    ),
    'sell-another': (
      <>
        <Link to="/exchange" className={buttonClass('secondary')}>
          Sell Another Card
        </Link>
        {write('quiet')}
      </>
    ),
    write: write('primary'),
    none: write('quiet'),
  }
}
