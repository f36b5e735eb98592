import { Button } from '#client/ui/button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import styles from './account-menu.module.css'

/** The session and its actions. The root route provides them, because layout must not import the account feature. */
export type AccountActions = {
  customerName: string | undefined
  isLoading: boolean
  onSignIn: () => void
  onOpenAccount: () => void
  onAddPaymentMethod: () => void
  onSignOut: () => void
}

export function AccountMenu({ account }: { account: AccountActions }) {
  if (account.isLoading) return <span className={styles.waiting} />
  if (account.customerName === undefined)
    return (
      <Button size="small" onClick={account.onSignIn}>
        Sign In
      </Button>
    )
  return (
    <span className="row gap-1">
      <button
        type="button"
        className={`target gap-2 strong hover-sunken ${styles.name}`}
        title="Account Settings"
        onClick={account.onOpenAccount}
      >
        <Icon name="user" size={18} />
        <span className={`ellipsis nowrap ${styles.text}`}>{account.customerName}</span>
      </button>
      <button
        type="button"
        className={`target gap-2 strong hover-sunken ${styles.icon}`}
        aria-label="Sign Out"
        title="Sign Out"
        onClick={account.onSignOut}
      >
        <Icon name="sign-out" />
      </button>
    </span>
  )
}
