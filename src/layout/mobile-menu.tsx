import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Button, SecondaryButton } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Icon } from '#client/ui/icon.tsx'
import type { AccountActions } from './account-menu.tsx'
import styles from './mobile-menu.module.css'

const item = `row gap-0 hover-brand text-lg medium bare line-bottom ${styles.item}`

type MobileMenuProps = {
  account: AccountActions
  onClose: () => void
  onHowItWorks: () => void
  contactMark?: ReactNode
}

export function MobileMenu({ account, onClose, onHowItWorks, contactMark }: MobileMenuProps) {
  const closeAnd = (action: () => void) => () => {
    onClose()
    action()
  }
  const signedIn = account.customerName !== undefined
  return (
    <Dialog onClose={onClose} title="Menu" side="right">
      {signedIn && (
        <div className="row gap-3 pad-block-3 line-top">
          <Icon name="user" size={22} className="rigid" />
          <div className="shrinks">
            <p className={`strong nowrap ellipsis ${styles.name}`}>{account.customerName}</p>
            <p className={`ok text-sm ${styles.active}`}>Active User</p>
          </div>
        </div>
      )}
      <nav className="margin-bottom-5 line-top" aria-label="Menu">
        <Link to="/exchange" className={item} onClick={onClose}>
          Exchange
        </Link>
        <button type="button" className={item} onClick={closeAnd(onHowItWorks)}>
          How it Works
        </button>
        <Link to="/supported-cards" className={item} onClick={onClose}>
          Supported Cards
        </Link>
        <Link to="/contact" className={item} onClick={onClose}>
          Contact
          {contactMark}
        </Link>
        {signedIn && (
          <>
            <Link to="/transactions" className={item} onClick={onClose}>
              Transactions
            </Link>
            <button type="button" className={item} onClick={closeAnd(account.onOpenAccount)}>
              Account Settings
            </button>
            <button type="button" className={item} onClick={closeAnd(account.onAddPaymentMethod)}>
              Add Payment Method
            </button>
          </>
        )}
      </nav>
      {signedIn ? (
        <SecondaryButton full onClick={closeAnd(account.onSignOut)}>
          <Icon name="sign-out" />
          Sign Out
        </SecondaryButton>
      ) : (
        <Button full onClick={closeAnd(account.onSignIn)}>
          Sign In
        </Button>
      )}
    </Dialog>
  )
}
