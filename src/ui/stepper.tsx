import styles from './stepper.module.css'

/** `current` counts from 1. */
export function Stepper({ steps, current }: { steps: string[]; current: number }) {
  return (
    <div>
      <p className={`margin-bottom-2 muted not-printed ${styles.short}`} aria-hidden="true">
        Step {current} of {steps.length} <strong>{steps[current - 1]}</strong>
      </p>
      <ol className={`row stretch gap-2 plain not-printed ${styles.steps}`}>
        {steps.map((step, at) => (
          <li
            key={step}
            className={at + 1 < current ? styles.done : undefined}
            aria-current={at + 1 === current ? 'step' : undefined}
          >
            <span className={styles.name}>
              {at + 1} {step}
              {at + 1 < current && <span className="visually-hidden"> (done)</span>}
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}
