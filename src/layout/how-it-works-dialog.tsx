import { Link } from '@tanstack/react-router'
import { useRateRange } from '#client/lib/catalogue.ts'
import { buttonClass } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { paymentTypeInfo } from '#shared/payment-method.ts'
import { paymentTypes } from '#shared/payment-type.ts'
import styles from './how-it-works-dialog.module.css'

const steps = [
  ['Sign Up', 'Create an account with your name, email and phone, so we can pay and contact you.'],
  ['Select Your Card', 'Find the brand, tell us if the card is unused, and enter its value.'],
  ['Get Instant Quote', 'See your rate and payout to the cent before you send anything.'],
  ['Upload Details', 'Add photos of the card, its number and code, and tell us where to pay you.'],
  ['Get Paid', 'We check the card and send your payout by the method you chose.'],
] as const

const otherNotes = [
  ['Minimums', 'Basic cards from $25, popular brands from $50 to $100, premium brands from $200.'],
  ['Payment methods', `${paymentTypes.map((type) => paymentTypeInfo[type].name).join(', ')}.`],
  [
    'Timing',
    `Verification takes 5 to 15 minutes. Most payouts arrive ${paymentTypeInfo.paypal.timing} later. A bank transfer takes ${paymentTypeInfo.bank.timing}.`,
  ],
] as const

export function HowItWorksDialog({ onClose }: { onClose: () => void }) {
  const notes = [['Exchange rates', `${useRateRange()} of the card value, depending on the brand.`], ...otherNotes]
  return (
    <Dialog onClose={onClose} title="How it Works" description="From card to cash in five steps." size="large">
      <div className={`margin-bottom-5 ${styles.columns}`}>
        <ol className={`plain ${styles.steps}`}>
          {steps.map(([title, text], at) => (
            <li key={title} className="pad-block-3 line-top">
              <span className={`display brand text-xl ${styles.number}`} aria-hidden="true">
                {at + 1}
              </span>
              <div>
                <h3>{title}</h3>
                <p className="muted">{text}</p>
              </div>
            </li>
          ))}
        </ol>
        <dl className={`terms gap-4 pad-top-3 line-top ${styles.notes}`}>
          {notes.map(([title, text]) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </div>
      <Link to="/exchange" className={buttonClass()} onClick={onClose}>
        Start New Exchange
      </Link>
    </Dialog>
  )
}
