import styles from './opening-bar.module.css'

/** A progress line at the top of the window while requested code is loading, for screen readers too. */
export function OpeningBar() {
  return (
    <div role="status" className={styles.bar}>
      <span className="visually-hidden">Loading...</span>
    </div>
  )
}

/** A thinner one without a delay, while a page is loading. Screen readers announce the page when it has loaded. */
export function PageBar() {
  return <div aria-hidden="true" className={`${styles.bar} ${styles.page}`} />
}
