import styles from './rosette.module.css'

const PETALS_DEGREES = [0, 36, 72, 108, 144]

/** The ornament of a receipt, on screen and paper. `size` in pixels. */
export function Rosette({ size = 92 }: { size?: number }) {
  return (
    <svg
      className={styles.rosette}
      viewBox="0 0 100 100"
      width={size}
      height={size}
      aria-hidden="true"
      focusable="false"
    >
      {PETALS_DEGREES.map((degrees) => (
        <g key={degrees} transform={`rotate(${degrees} 50 50)`}>
          <ellipse cx="50" cy="50" rx="44" ry="16" />
          <ellipse cx="50" cy="50" rx="34" ry="10" />
        </g>
      ))}
    </svg>
  )
}
