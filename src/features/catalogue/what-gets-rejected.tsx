import { useCatalogue } from '#client/lib/catalogue.ts'
import { Facts } from '#client/ui/facts.tsx'
import { GiftCard } from '#client/ui/gift-card.tsx'
import { submitProblemMessages } from '#shared/submission.ts'
import { brandRejections, type RejectionGroup, rejectionGroups } from './rejections.ts'
import styles from './what-gets-rejected.module.css'

export function WhatGetsRejected() {
  return (
    <section aria-labelledby="what-gets-rejected" className={`not-printed pad-top-6 line-top ${styles.section}`}>
      <h2 id="what-gets-rejected">What gets rejected</h2>
      <p className="muted margin-top-2">
        If we say no, the card stays yours and we tell you why. These are the usual reasons.
      </p>
      <div className={`margin-top-5 ${styles.columns}`}>
        <div className="shrinks line-top">
          {rejectionGroups.map((group, at) => (
            <Group key={group.title} group={group} isOpen={at === 0} />
          ))}
        </div>
        <BrandRules />
      </div>
    </section>
  )
}

function Group({ group: { title, rejections }, isOpen }: { group: RejectionGroup; isOpen: boolean }) {
  return (
    <details className={`line-bottom ${styles.group}`} name="what-gets-rejected" open={isOpen}>
      <summary>
        <h3>{title}</h3>
        <span className="push muted text-sm">{rejections.length} reasons</span>
      </summary>
      <Facts
        className={`terms gap-4 ${styles.reasons}`}
        facts={rejections.map(({ problem, remedy }) => [problem, remedy])}
      />
    </details>
  )
}

const more: Readonly<Record<string, string>> = { visa: `${submitProblemMessages.visaFiles}.` }

function BrandRules() {
  const catalogue = useCatalogue()
  return (
    <div className="shrinks">
      <h3 className={`row ${styles.title}`}>Brands with special rules</h3>
      <ul className={`plain ${styles.rules}`}>
        {Object.entries(brandRejections).map(([slug, { problem, remedy }]) => {
          const brand = catalogue.find(slug)
          return (
            brand && (
              <li key={slug} className="gap-4 pad-block-4 line-bottom">
                <GiftCard brand={brand} small />
                <div>
                  <h4>{brand.name}</h4>
                  <p>
                    {problem} <span className="muted">{remedy}</span>
                  </p>
                  {more[slug] && <p className="margin-top-1">{more[slug]}</p>}
                </div>
              </li>
            )
          )
        })}
      </ul>
    </div>
  )
}
