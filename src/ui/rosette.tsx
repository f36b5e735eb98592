import styles from './rosette.module.css'
import { rosetteRings } from './rosette-rings.ts'

/** The rosette of a submission, generated from its reference, the same on screen and paper. `size` in pixels. */
export function Rosette({ of, size = 92 }: { of: string; size?: number }) {
  return (
    <svg
      className={styles.rosette}
      viewBox="0 0 100 100"
      width={size}
      height={size}
      aria-hidden="true"
      focusable="false"
    >
      {rosetteRings(of).map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  )
}
