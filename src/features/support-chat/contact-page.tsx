import { Link } from '@tanstack/react-router'
import { useSession } from '#client/lib/session.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { site } from '#shared/site.ts'
import { ContactFooter } from './contact-footer.tsx'
import styles from './contact-page.module.css'
import { SignInRequired } from './sign-in-required.tsx'
import { SupportChat } from './support-chat.tsx'

type ContactPageProps = {
  /** What the visitor came to ask about. */
  about?: string
  /** Takes it out of the address once it is in the form. */
  forgetAbout: () => void
}

/** /contact: the support chat of the signed-in customer; everyone else is told to sign in. */
export function ContactPage({ about, forgetAbout }: ContactPageProps) {
  const { customer, isLoading } = useSession()
  if (!isLoading && !customer) return <SignInRequired />
  return (
    <div className={`page ${styles.page}`}>
      <div className={styles.head}>
        <div>
          <p className={styles.brand}>{site.brandName}</p>
          <h1>Contact Support</h1>
        </div>
        <Link to="/" className={styles.back}>
          Back to Home
        </Link>
      </div>
      {customer ? (
        <SupportChat key={customer.id} customerId={customer.id} about={about} forgetAbout={forgetAbout} />
      ) : (
        <Skeleton lines={8} height="2.5rem" label="Loading your conversation..." />
      )}
      <ContactFooter />
    </div>
  )
}
