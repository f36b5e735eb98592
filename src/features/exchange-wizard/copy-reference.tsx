import { useCopy } from '#client/lib/use-copy.ts'
import { Button } from '#client/ui/button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import styles from './done-step.module.css'

const buttonWords = { idle: 'Copy', copied: 'Copied', failed: 'Copy failed' } as const

/** The order's reference, to read out or to copy. */
export function CopyReference({ reference }: { reference: string }) {
  const [state, copy] = useCopy()
  return (
    <div className={styles.reference}>
      <span className="muted">Order reference</span>
      <strong className="mono">{reference}</strong>
      <Button variant="secondary" size="small" aria-label="Copy order reference" onClick={() => copy(reference)}>
        <Icon name={state === 'copied' ? 'check' : 'copy'} size={18} />
        {buttonWords[state]}
      </Button>
      <span className="visually-hidden" role="status">
        {state === 'copied' && 'Order reference copied'}
        {state === 'failed' && 'The order reference could not be copied'}
      </span>
    </div>
  )
}
