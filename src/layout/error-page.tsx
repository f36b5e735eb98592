import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { failureOf } from '#client/lib/load-chunk.ts'
import { loadPage } from '#client/lib/load-page.ts'
import { useSite } from '#client/lib/site-settings.ts'
import { Button } from '#client/ui/button.tsx'
import { PartFailed } from '#client/ui/part-failed.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import styles from './not-found.module.css'

const title = "We couldn't show this page"

/** Replaces a page that failed to load or to render; header and footer still work. */
export function ErrorPage({ error }: ErrorComponentProps) {
  const router = useRouter()
  const retry = useCallback(async () => {
    if (await loadPage(router, router.latestLocation.pathname)) await router.invalidate()
  }, [router])
  return (
    <div className={`page ${styles.page}`}>
      <PartFailed title={title} headingLevel={1} retry={retry} failure={failureOf(error)}>
        <WriteToUs />
      </PartFailed>
    </div>
  )
}

/** Replaces the whole site when the layout itself failed to render: only a reload is left. */
export function FrameFailed() {
  return (
    <div className={`page ${styles.page}`}>
      <StateMessage
        title={title}
        headingLevel={1}
        action={<Button onClick={() => location.reload()}>Reload the page</Button>}
      >
        <WriteToUs />
      </StateMessage>
    </div>
  )
}

function WriteToUs() {
  const { supportEmail } = useSite()
  return (
    <p>
      If it happens again, contact <a href={`mailto:${supportEmail}`}>{supportEmail}</a>.
    </p>
  )
}
