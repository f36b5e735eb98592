import { useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import styles from './wizard.module.css'

type SignedInBannerProps = {
  /** Undefined for visitors, and until the server has said who it is: the page below must not move by the answer. */
  name: string | undefined
  signOut: () => Promise<void>
}

/** Says whose exchange this is, and lets them sign out. */
export function SignedInBanner({ name, signOut }: SignedInBannerProps) {
  const [busy, setBusy] = useState(false)
  const press = () => {
    setBusy(true)
    void signOut().finally(() => setBusy(false))
  }
  if (name === undefined)
    return (
      <div className={styles.banner}>
        <p className="muted">The quote is free, and you see it before you sign up.</p>
      </div>
    )
  return (
    <div className={styles.banner}>
      <Icon name="user" />
      <p className={styles.who}>
        Signed in as <strong>{name}</strong>
      </p>
      <Button variant="quiet" size="small" busy={busy} onClick={press}>
        Sign Out
      </Button>
    </div>
  )
}
