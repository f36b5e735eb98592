import { type ReactNode, useEffect, useState } from 'react'
import type { Failure } from '#client/lib/load-chunk.ts'
import { Button, SmallButton } from './button.tsx'
import styles from './part-failed.module.css'
import { RetryButton } from './retry.tsx'
import { StateMessage } from './state-message.tsx'

type PartFailedProps = {
  /** Loads the part again; never rejects. */
  retry: () => Promise<void>
  failure: Failure
  title?: string
  headingLevel?: 1 | 2
  children?: ReactNode
}

/** Replaces a part of the page that failed to load, and retries when the network is back. */
export function PartFailed({ title = failed, headingLevel, children, ...way }: PartFailedProps) {
  const { retry } = way
  useEffect(() => {
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [retry])
  return (
    <div role="alert">
      <StateMessage title={title} headingLevel={headingLevel} action={<WayOut {...way} />}>
        <p>{adviceOf(way)}</p>
        {children}
      </StateMessage>
    </div>
  )
}

/** Does not retry by itself: a dialog that opens later would interrupt the user. */
export function DialogFailed({ title = failed, onClose, ...way }: PartFailedProps & { onClose: () => void }) {
  return (
    <div role="alert" className={`floats ${styles.corner}`}>
      <p className="strong">{title}</p>
      <p className="muted">{adviceOf(way)}</p>
      <div className="row gap-3 margin-top-3">
        <WayOut {...way} />
        <SmallButton onClick={onClose}>Close</SmallButton>
      </div>
    </div>
  )
}

const failed = "We couldn't load this part"

function adviceOf({ failure }: PartFailedProps) {
  if (failure === 'outdated') return 'The site was updated while this page was open. Reload the page to continue.'
  return failure === 'broken' ? 'Please try again.' : 'Check your connection and try again.'
}

function WayOut({ retry, failure }: PartFailedProps) {
  const [isBusy, setIsBusy] = useState(false)
  const tryAgain = async () => {
    setIsBusy(true)
    await retry()
    setIsBusy(false)
  }
  if (failure !== 'outdated') return <RetryButton size="small" isRetrying={isBusy} onRetry={() => void tryAgain()} />
  return (
    <Button size="small" onClick={() => location.reload()}>
      Reload the page
    </Button>
  )
}
