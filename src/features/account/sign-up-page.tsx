import { useSignInPrompt } from '#client/lib/account-dialogs.ts'
import { useRateRange } from '#client/lib/catalogue.ts'
import { type HeldQuote, useHeldQuote } from '#client/lib/held-quote.ts'
import { SmallButton } from '#client/ui/button.tsx'
import { Receipt, ReceiptRow, ReceiptRows } from '#client/ui/receipt.tsx'
import { Tabs } from '#client/ui/tabs.tsx'
import { formatDollars } from '#shared/money.ts'
import { payoutTiming } from '#shared/payment-type.ts'
import { SignInForm, SignUpForm, useCredentialTabs } from './credential-forms.tsx'
import styles from './sign-up-page.module.css'

const gains = [
  { title: 'Every order in one place', text: 'See the status of each card, and the reason when it changes.' },
  { title: 'Your details are private', text: 'We encrypt and mask card and account numbers.' },
]

/** The sign-up page. A visitor who comes from a quote sees it throughout, and can sign in instead. */
export function SignUpPage() {
  const promptSignIn = useSignInPrompt()
  const held = useHeldQuote()
  const { tab, setTab, knownEmail, signInInstead } = useCredentialTabs('signup')
  return (
    <div className={`page pad-page ${styles.page}`} data-held={held ? '' : undefined}>
      <aside className={styles.aside} aria-label={held ? 'Your quote' : 'What an account gives you'}>
        <div className={styles.receipt}>{held ? <QuoteReceipt held={held} /> : <AccountReceipt />}</div>
        <div className={`lines-between ${styles.gains}`}>
          {gains.map(({ title, text }) => (
            <div key={title} className={`pad-block-4 ${styles.gain}`}>
              <h2 className="margin-bottom-1 text-lg">{title}</h2>
              <p className="muted">{text}</p>
            </div>
          ))}
        </div>
      </aside>
      <div className={`shrinks ${styles.form}`}>
        <h1>{titleOf(tab, held)}</h1>
        <p className="muted margin-top-2 margin-bottom-3">Sign-up is free. It takes about a minute.</p>
        <Tabs
          label="New or returning"
          value={tab}
          onValueChange={setTab}
          tabs={[
            { value: 'signup', label: 'New', content: <SignUpForm onSignInInstead={signInInstead} /> },
            { value: 'signin', label: 'I have an account', content: <SignInForm email={knownEmail} /> },
          ]}
        />
        {tab === 'signup' && (
          <p className="cluster gap-3 row-gap-2 margin-top-5 pad-top-4 line-top">
            Already have an account?
            <SmallButton onClick={() => promptSignIn('signin')}>Sign In Instead</SmallButton>
          </p>
        )}
      </div>
    </div>
  )
}

function titleOf(tab: string, held: HeldQuote | undefined) {
  if (!held) return tab === 'signup' ? 'Create Account' : 'Sign in'
  const payout = formatDollars(held.quote.payoutAmount)
  return tab === 'signup' ? `Create an account to get your ${payout}` : `Sign in to get your ${payout}`
}

function AccountReceipt() {
  const rates = useRateRange()
  return (
    <Receipt label="ACCOUNT" aside="free">
      <ReceiptRows>
        <ReceiptRow label="Sign-up">free</ReceiptRow>
        <ReceiptRow label="You get">{rates}</ReceiptRow>
        <ReceiptRow label="Card check">5 to 15 minutes</ReceiptRow>
        <ReceiptRow label="Paid in">{payoutTiming.digital}</ReceiptRow>
      </ReceiptRows>
    </Receipt>
  )
}

const timeOfDay = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' })

function QuoteReceipt({ held: { brand, quote } }: { held: HeldQuote }) {
  return (
    <Receipt label="YOUR QUOTE" aside={brand.name}>
      <p className="text-xl tabular">
        {formatDollars(quote.cardValue)} <span aria-hidden="true">→</span>
        <span className="visually-hidden">pays</span>{' '}
        <strong className={`money ${styles.payout}`}>{formatDollars(quote.payoutAmount)}</strong>
      </p>
      <p className="muted">Held until {timeOfDay.format(new Date(quote.expiresAt))}</p>
    </Receipt>
  )
}
