import { trackingConsent } from '#client/lib/tracking.ts'
import { Button } from '#client/ui/button.tsx'
import styles from './tracking-consent.module.css'

/** Decline and Accept, with equal emphasis. */
export function ConsentButtons({ onChosen }: { onChosen?: () => void }) {
  const consent = trackingConsent.use()
  const button = (value: 'declined' | 'accepted', label: string) => (
    <Button
      variant="secondary"
      aria-pressed={consent === value}
      onClick={() => {
        trackingConsent.set(value)
        onChosen?.()
      }}
    >
      {label}
    </Button>
  )
  return (
    <div className={styles.buttons}>
      {button('declined', 'Decline')}
      {button('accepted', 'Accept')}
    </div>
  )
}
