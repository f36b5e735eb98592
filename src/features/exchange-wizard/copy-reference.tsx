import { useCopy } from '#client/lib/use-copy.ts'
import { CopyButton } from '#client/ui/copy-button.tsx'
import styles from './done-step.module.css'

/** The order's reference, to read out or to copy. */
export function CopyReference({ reference }: { reference: string }) {
  const [state, copy] = useCopy()
  return (
    <div className={styles.reference}>
      <span className="muted">Order reference</span>
      <strong className="mono">{reference}</strong>
      <CopyButton what="Order reference" state={state} onCopy={() => copy(reference)} />
    </div>
  )
}
