import type { CSSProperties } from 'react'
import { cardColours } from './card-colours.ts'
import { classNames } from './class-names.ts'
import styles from './gift-card.module.css'

type GiftCardProps = {
  name: string
  colour: string
  /** The brand's logo in a sprite: '/brands.svg#apple'. Without it the card shows a monogram. */
  markUrl?: string
  small?: boolean
  className?: string
}

export function GiftCard({ name, colour, markUrl, small = false, className }: GiftCardProps) {
  const colours = cardColours(colour)
  const style = {
    '--card': colours.background,
    '--card-shade': colours.shade,
    '--card-text': colours.text,
  } as CSSProperties
  return (
    <span className={classNames(styles.holder, small && styles.small, className)} style={style} aria-hidden={small}>
      <span className={`stack spread gap-0 ${styles.card}`}>
        {markUrl ? (
          <svg className={styles.mark} aria-hidden="true" focusable="false">
            <use href={markUrl} />
          </svg>
        ) : (
          <span className={styles.monogram} data-letters={monogram(name)} aria-hidden="true" />
        )}
        {!small && <span className={styles.name}>{name}</span>}
      </span>
    </span>
  )
}

function monogram(name: string): string {
  const words = name.replace(/[^\p{L}\p{N} ]/gu, '').split(' ')
  return words
    .slice(0, 2)
    .map((word) => word.charAt(0))
    .join('')
    .toUpperCase()
}
