import { brandMarkUrl } from '#client/lib/brand-mark.ts'
import { GiftCard } from '#client/ui/gift-card.tsx'
import { findBrand } from '#shared/brand.ts'
import { submitProblemMessages } from '#shared/submission.ts'
import styles from './brand-rules.module.css'
import { brandRejections } from './rejections.ts'

/** Sentences that hold for all cards of a brand, beside the reasons of the reviewers. */
const more: Readonly<Record<string, string>> = { visa: `${submitProblemMessages.visaFiles}.` }

/** The brands with rules of their own. */
export function BrandRules() {
  return (
    <div>
      <h3 className={styles.title}>Brands with rules of their own</h3>
      <ul className={styles.rules}>
        {Object.entries(brandRejections).map(([slug, { problem, remedy }]) => {
          const brand = findBrand(slug)
          return (
            brand && (
              <li key={slug}>
                <GiftCard name={brand.name} colour={brand.colour} markUrl={brandMarkUrl(brand)} small />
                <div>
                  <h4>{brand.name}</h4>
                  <p>
                    {problem} <span className="muted">{remedy}</span>
                  </p>
                  {more[slug] && <p>{more[slug]}</p>}
                </div>
              </li>
            )
          )
        })}
      </ul>
    </div>
  )
}
