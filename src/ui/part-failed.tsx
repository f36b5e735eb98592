import { type ReactNode, useEffect, useState } from 'react'
import { Button } from './button.tsx'
import styles from './part-failed.module.css'
import { StateMessage } from './state-message.tsx'

type PartFailedProps = {
  /** Loads it again; never rejects. */
  retry: () => Promise<void>
  /** A newer build took the place of the page's own: only a reload helps. */
  isOutdated: boolean
  title?: string
  headingLevel?: 1 | 2
  children?: ReactNode
}

/** Stands where a part of the page would, and comes back with the network. */
export function PartFailed({ title = failed, headingLevel, children, ...way }: PartFailedProps) {
  const { retry } = way
  // The network is outside React.
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

type DialogFailedProps = PartFailedProps & { onClose?: () => void; onOpenChange?: (open: boolean) => void }

/**
 * Lies over a corner of the page in place of a dialog, or of the next page, that did not come. The page below can be
 * used meanwhile, so nothing opens over it by itself.
 */
export function DialogFailed({ title = failed, onClose, onOpenChange, ...way }: DialogFailedProps) {
  const close = () => {
    onClose?.()
    onOpenChange?.(false)
  }
  return (
    <div role="alert" className={styles.corner}>
      <p className={styles.title}>{title}</p>
      <p className="muted">{adviceOf(way)}</p>
      <div className={styles.actions}>
        <WayOut {...way} />
        <Button size="small" variant="secondary" onClick={close}>
          Close
        </Button>
      </div>
    </div>
  )
}

const failed = 'This part could not be loaded'

function adviceOf({ isOutdated }: PartFailedProps): string {
  return isOutdated
    ? 'The site was updated while this page was open. Reload the page to go on.'
    : 'Check your connection and try again.'
}

function WayOut({ retry, isOutdated }: PartFailedProps) {
  const [isBusy, setIsBusy] = useState(false)
  const tryAgain = async () => {
    setIsBusy(true)
    await retry()
    setIsBusy(false)
  }
  return (
    <Button size="small" busy={isBusy} onClick={isOutdated ? () => location.reload() : () => void tryAgain()}>
      {isOutdated ? 'Reload the page' : 'Try again'}
    </Button>
  )
}
