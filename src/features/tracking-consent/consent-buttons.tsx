import { trackingConsent } from '#client/lib/tracking.ts'
import { Button } from '#client/ui/button.tsx'
import styles from './tracking-consent.module.css'

/** Yes and no, neither easier than the other. */
export function ConsentButtons({ onChosen }: { onChosen?: () => void }) {
  const consent = trackingConsent.use()
  const button = (value: 'declined' | 'accepted', words: string) => (
    <Button
      variant="secondary"
      aria-pressed={consent === value}
      onClick={() => {
        trackingConsent.set(value)
        onChosen?.()
      }}
    >
      {words}
    </Button>
  )
  return (
    <div className={styles.buttons}>
      {button('declined', 'Decline')}
      {button('accepted', 'Accept')}
    </div>
  )
}
