import { useSignInPrompt } from '#client/lib/account-dialogs.ts'
import { Button } from '#client/ui/button.tsx'
import { Receipt, ReceiptRow, ReceiptRows } from '#client/ui/receipt.tsx'
import { paymentTypeInfo } from '#shared/payment-method.ts'
import { SignUpForm } from './sign-up-form.tsx'
import styles from './sign-up-page.module.css'

const gains = [
  { title: 'Every order in one place', text: 'See the status of each card, and the reason when it changes.' },
  { title: 'Your details stay yours', text: 'Card and account numbers are encrypted and shown masked.' },
]

/** The sign-up page, with a button that opens the sign-in dialog. */
export function SignUpPage() {
  const promptSignIn = useSignInPrompt()
  return (
    <div className={`page ${styles.page}`}>
      <div className={styles.form}>
        <h1>Create Account</h1>
        <p className={`muted ${styles.lead}`}>One minute, then you can sell your first card.</p>
        <SignUpForm />
        <p className={styles.other}>
          Already have an account?
          <Button variant="secondary" size="small" onClick={() => promptSignIn('signin')}>
            Sign In Instead
          </Button>
        </p>
      </div>
      <aside className={styles.aside} aria-label="What an account gives you">
        <Receipt label="ACCOUNT" aside="free" className={styles.receipt}>
          <ReceiptRows>
            <ReceiptRow label="To open">$0.00</ReceiptRow>
            <ReceiptRow label="You are paid">87% to 93%</ReceiptRow>
            <ReceiptRow label="Verification">5 to 15 minutes</ReceiptRow>
            <ReceiptRow label="Paid in">{paymentTypeInfo.paypal.timing}</ReceiptRow>
          </ReceiptRows>
        </Receipt>
        {gains.map(({ title, text }) => (
          <div key={title} className={styles.gain}>
            <h2 className={styles.gainTitle}>{title}</h2>
            <p className="muted">{text}</p>
          </div>
        ))}
      </aside>
    </div>
  )
}
