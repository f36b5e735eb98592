import styles from './sparkline.module.css'

const HEIGHT = 24

/** A line of counts over time, oldest first, with its scale from 0. The numbers belong in a table beside it. */
export function Sparkline({ values, label }: { values: readonly number[]; label: string }) {
  const last = Math.max(values.length - 1, 1)
  const top = Math.max(...values, 1)
  const points = values.map((value, at) => `${at},${(HEIGHT * (1 - value / top)).toFixed(2)}`)
  return (
    <span className={`row stretch gap-1 ${styles.figure}`}>
      <svg
        className={`shrinks ${styles.sparkline}`}
        role="img"
        viewBox={`0 0 ${last} ${HEIGHT}`}
        preserveAspectRatio="none"
      >
        <title>{label}</title>
        <polygon className={styles.area} points={[`0,${HEIGHT}`, ...points, `${last},${HEIGHT}`].join(' ')} />
        <polyline className={styles.line} points={points.join(' ')} />
      </svg>
      <span className={`muted tabular stack spread gap-0 ${styles.scale}`} aria-hidden="true">
        <span>{top}</span>
        <span>0</span>
      </span>
    </span>
  )
}
