import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { isPageOutdated } from '#client/lib/load-chunk.ts'
import { loadPage } from '#client/lib/load-page.ts'
import { Button } from '#client/ui/button.tsx'
import { PartFailed } from '#client/ui/part-failed.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import { site } from '#shared/site.ts'
import styles from './not-found.module.css'

const title = 'This page could not be shown'

/** Stands where a page would that did not load or broke while it was drawn; the frame around it still works. */
export function ErrorPage(_: ErrorComponentProps) {
  const router = useRouter()
  const retry = useCallback(async () => {
    if (await loadPage(router, router.latestLocation.pathname)) await router.invalidate()
  }, [router])
  return (
    <div className={`page ${styles.page}`}>
      <PartFailed title={title} headingLevel={1} retry={retry} isOutdated={isPageOutdated()}>
        <WriteToUs />
      </PartFailed>
    </div>
  )
}

/** Stands for the whole site when the frame itself broke: nothing is left that could be tried again. */
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
  return (
    <p>
      If it happens again, write to <a href={`mailto:${site.supportEmail}`}>{site.supportEmail}</a>.
    </p>
  )
}
