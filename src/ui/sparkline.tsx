import styles from './sparkline.module.css'

type SparklineProps = {
  values: readonly number[]
  /** What the line says, in words: it is all that those hear who do not see it. */
  label: string
}

const HEIGHT = 24

/** How a count went, as a line from left (then) to right (now). The numbers themselves belong in a table beside it. */
export function Sparkline({ values, label }: SparklineProps) {
  const last = Math.max(values.length - 1, 1)
  const top = Math.max(...values, 1)
  const points = values.map((value, at) => `${at},${(HEIGHT * (1 - value / top)).toFixed(2)}`)
  return (
    <svg className={styles.sparkline} role="img" viewBox={`0 0 ${last} ${HEIGHT}`} preserveAspectRatio="none">
      <title>{label}</title>
      <polygon className={styles.area} points={[`0,${HEIGHT}`, ...points, `${last},${HEIGHT}`].join(' ')} />
      <polyline className={styles.line} points={points.join(' ')} />
    </svg>
  )
}
