import { useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import styles from './done-step.module.css'

/** The order's reference, to read out or to copy. */
export function CopyReference({ reference }: { reference: string }) {
  const [copied, setCopied] = useState(false)
  const copy = () => {
    // Without a clipboard (no https, no permission) the reference is still there to select.
    navigator.clipboard?.writeText(reference).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  }
  return (
    <div className={styles.reference}>
      <span className="muted">Order reference</span>
      <strong className="mono">{reference}</strong>
      <Button variant="secondary" size="small" aria-label="Copy order reference" onClick={copy}>
        <Icon name={copied ? 'check' : 'copy'} size={18} />
        {copied ? 'Copied' : 'Copy'}
      </Button>
      <span className="visually-hidden" role="status">
        {copied ? 'Order reference copied' : ''}
      </span>
    </div>
  )
}
