import styles from './opening-bar.module.css'

/** A line at the top of the window while something that was asked for is still being fetched. */
export function OpeningBar() {
  return (
    <div role="status" className={styles.bar}>
      <span className="visually-hidden">Loading...</span>
    </div>
  )
}
