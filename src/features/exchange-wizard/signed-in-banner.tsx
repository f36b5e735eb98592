import { useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import styles from './wizard.module.css'

/** Says whose exchange this is, and lets them sign out. */
export function SignedInBanner({ name, signOut }: { name: string; signOut: () => Promise<void> }) {
  const [busy, setBusy] = useState(false)
  const press = () => {
    setBusy(true)
    void signOut().finally(() => setBusy(false))
  }
  return (
    <div className={styles.banner}>
      <Icon name="user" />
      <p>
        Signed in as <strong>{name}</strong>
      </p>
      <Button variant="quiet" size="small" busy={busy} onClick={press}>
        Sign Out
      </Button>
    </div>
  )
}
