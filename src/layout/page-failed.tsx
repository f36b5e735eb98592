import { Button } from '#client/ui/button.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import { site } from '#shared/site.ts'
import styles from './not-found.module.css'

/** What a page shows that broke while it was drawn; the header and the other pages still work. */
export function PageFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={`page ${styles.page}`}>
      <StateMessage
        title="This page could not be shown"
        headingLevel={1}
        action={<Button onClick={onRetry}>Try again</Button>}
      >
        If it happens again, write to <a href={`mailto:${site.supportEmail}`}>{site.supportEmail}</a>.
      </StateMessage>
    </div>
  )
}
