import styles from './progress-bar.module.css'

/** How far something has come. `value` 0 to 1. */
export function ProgressBar({ value, label }: { value: number; label: string }) {
  return <progress className={styles.bar} value={value} max={1} aria-label={label} />
}
