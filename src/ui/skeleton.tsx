import styles from './skeleton.module.css'

type SkeletonProps = {
  lines?: number
  /** Height of one line as a CSS length; give it the height of what will stand there. */
  height?: string
  /** What screen readers hear. */
  label?: string
}

/** Holds the place of what is being read. It shows itself after a moment only, so quick answers do not flicker. */
export function Skeleton({ lines = 3, height = '1.25rem', label = 'Loading...' }: SkeletonProps) {
  return (
    <div className={styles.skeleton} role="status">
      <span className="visually-hidden">{label}</span>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike and never move
        <span key={line} className={styles.line} style={{ height }} />
      ))}
    </div>
  )
}
