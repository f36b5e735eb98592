import styles from './stats.module.css'

const figures = [
  ['$2M+', 'payouts'],
  ['50,000+', 'customers'],
  ['under 1 hour', 'average payout'],
] as const

/** The three figures the house is proud of. */
export function Stats() {
  return (
    <dl className={`page ${styles.figures}`}>
      {figures.map(([figure, what]) => (
        <div key={what}>
          <dt>{what}</dt>
          <dd className="display">{figure}</dd>
        </div>
      ))}
    </dl>
  )
}
