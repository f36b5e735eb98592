import { formatDate } from '#client/lib/format.ts'
import type { RateHistory } from '#shared/catalogue-schema.ts'
import { formatPercent } from '#shared/format-percent.ts'
import styles from './rate-steps.module.css'
import { drawnFrom, rateScale, stepPieces } from './step-line.ts'

const WIDTH = 600
const HEIGHT = 120

/** The rates of the last 90 days as steps: the highest as a line, the lowest as a dashed one where it differs. */
export function RateSteps({ steps, now }: { steps: RateHistory['steps']; now: number }) {
  const pieces = stepPieces(steps, now)
  const last = pieces.at(-1)
  if (!last) return null
  const start = new Date(drawnFrom(steps, now)).toISOString()
  const scale = rateScale(pieces)
  const x = (share: number) => (share * WIDTH).toFixed(1)
  const y = (bps: number) => (HEIGHT * (1 - (bps - scale.low) / (scale.high - scale.low))).toFixed(1)
  const first = pieces[0] ?? last
  const low = pieces
    .filter(({ lowBps, highBps }) => lowBps < highBps)
    .map(({ from, to, lowBps }) => `M${x(from)},${y(lowBps)}H${x(to)}`)
    .join('')
  const high = pieces.map(({ from, to, highBps }) => `H${x(from)}V${y(highBps)}H${x(to)}`).join('')
  return (
    <figure className={styles.figure}>
      <div className="row stretch gap-2">
        <svg
          className={styles.drawing}
          role="img"
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          aria-label={`Highest rate since ${formatDate(start)}: ${pieces.map(({ highBps }) => formatPercent(highBps)).join(', then ')}`}
        >
          {[scale.low, scale.high].map((bps) => (
            <path key={bps} className={styles.grid} d={`M0,${y(bps)}H${WIDTH}`} />
          ))}
          {pieces.map((piece) => (
            <rect
              key={piece.from}
              className={piece.isPaused ? styles.paused : styles.area}
              x={x(piece.from)}
              width={x(piece.to - piece.from)}
              y={piece.isPaused ? 0 : y(piece.highBps)}
              height={piece.isPaused ? HEIGHT : HEIGHT - Number(y(piece.highBps))}
            />
          ))}
          {low && <path className={styles.low} d={low} />}
          <path className={styles.line} d={`M${x(first.from)},${y(first.highBps)}${high}`} />
        </svg>
        <div className={styles.scale} aria-hidden="true">
          <span>{formatPercent(scale.high)}</span>
          <span>{formatPercent(scale.low)}</span>
        </div>
      </div>
      <figcaption className={styles.days}>
        <span>{formatDate(start)}</span>
        {pieces.some(({ isPaused }) => isPaused) && <span className={styles.key}>Not bought</span>}
        <span>Today</span>
      </figcaption>
    </figure>
  )
}
