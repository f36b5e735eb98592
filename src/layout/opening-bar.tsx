import styles from './opening-bar.module.css'

/** A progress line at the top of the window while requested code is loading. */
export function OpeningBar() {
  return (
    <div role="status" className={styles.bar}>
      <span className="visually-hidden">Loading...</span>
    </div>
  )
}
