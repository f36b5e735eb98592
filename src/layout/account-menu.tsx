import { Button } from '#client/ui/button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import styles from './account-menu.module.css'

/** Who is signed in and what can be done about it. The layout knows no account feature; the root route fills this in. */
export type AccountActions = {
  /** Undefined when nobody is signed in. */
  customerName: string | undefined
  /** It is not known yet who is signed in. */
  isLoading: boolean
  onSignIn: () => void
  onOpenAccount: () => void
  onAddPaymentMethod: () => void
  onSignOut: () => void
}

/** The right end of the header on wide screens. */
export function AccountMenu({ account }: { account: AccountActions }) {
  if (account.isLoading) return <span className={styles.waiting} />
  if (account.customerName === undefined)
    return (
      <Button size="small" onClick={account.onSignIn}>
        Sign In
      </Button>
    )
  return (
    <span className={styles.corner}>
      <button type="button" className={styles.name} title="Account Settings" onClick={account.onOpenAccount}>
        <Icon name="user" size={18} />
        <span className={styles.text}>{account.customerName}</span>
      </button>
      <button type="button" className={styles.icon} aria-label="Sign Out" title="Sign Out" onClick={account.onSignOut}>
        <Icon name="sign-out" />
      </button>
    </span>
  )
}
