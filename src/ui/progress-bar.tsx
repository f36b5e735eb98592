import styles from './progress-bar.module.css'

/** A progress bar. `value` is 0 to 1. */
export function ProgressBar({ value, label }: { value: number; label: string }) {
  return <progress className={styles.bar} value={value} max={1} aria-label={label} />
}
