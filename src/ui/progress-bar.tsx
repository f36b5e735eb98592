import styles from './progress-bar.module.css'

export function ProgressBar({ value, label }: { value: number; label: string }) {
  return <progress className={styles.bar} value={value} max={1} aria-label={label} />
}
