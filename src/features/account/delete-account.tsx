import { useRef, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { DeleteAccountForm } from './delete-account-form.tsx'
import styles from './settings.module.css'

/** The end of the account: says what it means and asks for the password before anything happens. */
export function DeleteAccount() {
  const [asking, setAsking] = useState(false)
  const headingRef = useRef<HTMLHeadingElement>(null)
  const ask = (next: boolean) => {
    setAsking(next)
    // The pressed button goes away; from the heading on everything that took its place is met in order.
    headingRef.current?.focus()
  }
  return (
    <section aria-labelledby="delete-account">
      <h3 ref={headingRef} id="delete-account" className={styles.heading} tabIndex={-1}>
        Delete account
      </h3>
      {asking ? (
        <DeleteAccountForm onKeep={() => ask(false)} />
      ) : (
        <>
          <p className={`muted ${styles.lead}`}>Ends your account for good. You are asked for your password first.</p>
          <Button variant="secondary" onClick={() => ask(true)}>
            Delete My Account
          </Button>
        </>
      )}
    </section>
  )
}
