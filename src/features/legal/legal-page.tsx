import type { ReactNode } from 'react'
import { useSite } from '#client/lib/site-settings.ts'
import styles from './legal-page.module.css'

/** Month of the last change to either legal text. */
const lastUpdated = 'December 2024'

type LegalBlock = string | readonly string[]
type LegalSection = { id: string; title: string; blocks: readonly LegalBlock[] }

type LegalPageProps = { title: string; lead: string; sections: readonly LegalSection[]; children?: ReactNode }

export function LegalPage({ title, lead, sections, children }: LegalPageProps) {
  const { supportEmail } = useSite()
  return (
    <div className={`page pad-page ${styles.page}`}>
      <header className={styles.head}>
        <h1>{title}</h1>
        <p className="muted margin-top-2 text-lg">{lead}</p>
        <p className="mono muted margin-top-3 text-sm">Last updated {lastUpdated}</p>
      </header>
      <nav className={styles.contents} aria-labelledby="contents">
        <p id="contents" className="margin-bottom-2 strong">
          On this page
        </p>
        <ol className="plain line-top">
          {sections.map((section) => (
            <li key={section.id} className="line-bottom">
              <a href={`#${section.id}`} className="row text-sm medium bare hover-underline">
                {section.title}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <div className="stack gap-6 shrinks measure">
        {sections.map((section, at) => (
          <Section key={section.id} section={section} number={at + 1} />
        ))}
        {children}
        <p className="pad-top-4 line-top">
          Questions about this page: <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
        </p>
      </div>
    </div>
  )
}

function Section({ section, number }: { section: LegalSection; number: number }) {
  return (
    <section id={section.id} aria-labelledby={`${section.id}-title`} className={`stack gap-3 ${styles.section}`}>
      <h2 id={`${section.id}-title`} className="text-xl">
        {number}. {section.title}
      </h2>
      {section.blocks.map((block) =>
        typeof block === 'string' ? (
          <p key={block}>{block}</p>
        ) : (
          <ul key={block[0]} className="stack gap-2">
            {block.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
        ),
      )}
    </section>
  )
}
