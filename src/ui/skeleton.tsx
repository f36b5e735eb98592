import styles from './skeleton.module.css'

export type SkeletonProps = {
  lines?: number
  /** A CSS length: the height of the final content. */
  height?: string
  label?: string
}

/** A placeholder for content that is loading. It appears after a delay, so that fast responses do not flicker. */
export function Skeleton({ lines = 3, height = '1.25rem', label = 'Loading...' }: SkeletonProps) {
  return (
    <div className={`stack gap-3 ${styles.skeleton}`} role="status">
      <span className="visually-hidden">{label}</span>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike and never move
        <span key={line} className={styles.line} style={{ height }} />
      ))}
    </div>
  )
}

/** Placeholders with the size of receipts, as many beside each other as fit, for a list or page of receipts. */
export function ReceiptSkeleton({ count, label }: { count: number; label: string }) {
  return (
    <div className={styles.receipts} role="status">
      <span className="visually-hidden">{label}</span>
      {Array.from({ length: count }, (_, receipt) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the receipts are all alike and never move
        <span key={receipt} className={styles.receipt} />
      ))}
    </div>
  )
}
