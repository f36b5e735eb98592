import { alphabetOf } from './alphabet.ts'
import styles from './alphabet-jump.module.css'
import { cardAnchor } from './card-anchor.ts'
import type { BrowseBrand } from './catalogue-search.ts'

/** Leads to the first card of a letter. The list has to be in the order of names. */
export function AlphabetJump({ listed }: { listed: readonly BrowseBrand[] }) {
  return (
    <nav aria-label="Jump to a letter">
      <ol className={styles.letters}>
        {alphabetOf(listed).map(({ letter, first }) => (
          <li key={letter}>
            {first ? (
              <a href={`#${cardAnchor(first)}`} className={styles.letter} aria-label={`${letter}: ${first.name}`}>
                {letter}
              </a>
            ) : (
              <span className={styles.letter} aria-hidden="true">
                {letter}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
