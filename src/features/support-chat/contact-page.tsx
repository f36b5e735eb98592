import { Link } from '@tanstack/react-router'
import { useSignInPrompt } from '#client/lib/account-dialogs.ts'
import { useRateRange } from '#client/lib/catalogue.ts'
import { useSession } from '#client/lib/session.ts'
import { useSite } from '#client/lib/site-settings.ts'
import { Button, buttonClass } from '#client/ui/button.tsx'
import { Section } from '#client/ui/section.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import styles from './contact-page.module.css'
import { SupportChat } from './support-chat.tsx'
import { visitorQuestions } from './visitor-questions.ts'

/** /contact: the support chat; visitors see a sign-in prompt. */
export function ContactPage(props: { about?: string; forgetAbout: () => void }) {
  const { customer, isLoading } = useSession()
  const { brandName } = useSite()
  if (!isLoading && !customer) return <SignInRequired />
  return (
    <div className="page pad-top-5">
      <div className={`cluster bottom spread gap-5 row-gap-2 margin-bottom-4 ${styles.head}`}>
        <div>
          <p className="muted text-sm strong">{brandName}</p>
          <h1>Contact Support</h1>
        </div>
        <Link to="/" className={`target strong ${styles.back}`}>
          Back to Home
        </Link>
      </div>
      {customer ? (
        <>
          <SupportChat key={customer.id} customerId={customer.id} {...props} />
          <ContactFooter />
        </>
      ) : (
        <Skeleton lines={8} height="2.5rem" label="Loading your conversation..." />
      )}
    </div>
  )
}

const link = 'medium bare hover-underline'
const links = [
  {
    id: 'quick-links',
    title: 'Quick Links',
    pages: [
      ['/exchange', 'Exchange'],
      ['/supported-cards', 'Supported Cards'],
      ['/transactions', 'Transactions'],
    ],
  },
  {
    id: 'support-links',
    title: 'Support',
    pages: [
      ['/terms-of-service', 'Terms of Service'],
      ['/privacy-policy', 'Privacy Policy'],
    ],
  },
] as const

function ContactFooter() {
  const { supportEmail } = useSite()
  return (
    <div className={`stack margin-top-7 pad-top-5 line-top ${styles.footer}`}>
      {links.map(({ id, title, pages }) => (
        <nav key={id} aria-labelledby={id}>
          <h2 id={id} className="margin-bottom-1 text-lg">
            {title}
          </h2>
          {pages.map(([to, name]) => (
            <Link key={to} to={to} className={link}>
              {name}
            </Link>
          ))}
        </nav>
      ))}
      <Section id="contact-info" title="Contact Info" level={2} headClass="margin-bottom-1 text-lg">
        <a href={`mailto:${supportEmail}`} className={link}>
          {supportEmail}
        </a>
        <p className="muted">24/7 support, replies within 1 hour</p>
      </Section>
    </div>
  )
}

function SignInRequired() {
  const signIn = useSignInPrompt()
  const { supportEmail } = useSite()
  return (
    <div className="page">
      <StateMessage
        title="Sign In Required"
        headingLevel={1}
        action={
          <>
            <Button onClick={() => signIn()}>Sign In</Button>
            <Link to="/" className={buttonClass('secondary')}>
              Go to Home Page
            </Link>
          </>
        }
      >
        Sign in to chat with us. No account? Email <a href={`mailto:${supportEmail}`}>{supportEmail}</a>.
      </StateMessage>
      <VisitorQuestions />
    </div>
  )
}

function VisitorQuestions() {
  const rates = useRateRange()
  return (
    <Section
      id="visitor-questions"
      title="Common questions"
      level={2}
      className={`pad-top-6 line-top ${styles.questions}`}
    >
      <div className={`stack margin-top-5 ${styles.answers}`}>
        {visitorQuestions(rates, useSite().keptFor).map(({ question, answer }) => (
          <div key={question}>
            <h3>{question}</h3>
            <p className="margin-top-1 muted">{answer}</p>
          </div>
        ))}
      </div>
    </Section>
  )
}
