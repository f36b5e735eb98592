import { BrandRules } from './brand-rules.tsx'
import { type RejectionGroup, rejectionGroups } from './rejections.ts'
import styles from './what-gets-rejected.module.css'

/** Said before anything is sent: why cards come back, and what helps. */
export function WhatGetsRejected() {
  return (
    <section aria-labelledby="what-gets-rejected" className={styles.section}>
      <h2 id="what-gets-rejected">What gets rejected</h2>
      <p className={`muted ${styles.lead}`}>
        A rejected card stays yours, and we tell you why. These are the usual reasons.
      </p>
      <div className={styles.columns}>
        <div>
          {rejectionGroups.map((group, at) => (
            <Group key={group.title} group={group} isOpen={at === 0} />
          ))}
        </div>
        <BrandRules />
      </div>
    </section>
  )
}

type GroupProps = { group: RejectionGroup; isOpen: boolean }

function Group({ group: { title, rejections }, isOpen }: GroupProps) {
  return (
    <details className={styles.group} name="what-gets-rejected" open={isOpen}>
      <summary>
        <h3>{title}</h3>
        <span className="muted">{rejections.length} reasons</span>
      </summary>
      <dl className={styles.reasons}>
        {rejections.map(({ problem, remedy }) => (
          <div key={problem}>
            <dt>{problem}</dt>
            <dd>{remedy}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
