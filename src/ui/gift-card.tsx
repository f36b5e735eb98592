import type { CSSProperties } from 'react'
import { withBase } from '#client/lib/base-path.ts'
import type { Brand } from '#shared/brand.ts'
import { cardColours } from './card-colours.ts'
import { classNames } from './class-names.ts'
import styles from './gift-card.module.css'

type GiftCardProps = {
  brand: Pick<Brand, 'slug' | 'name' | 'colour' | 'hasMark'>
  /** A thumbnail without the name, which the caller shows beside it. */
  small?: boolean
}

/** A picture of a gift card. */
export function GiftCard({ brand: { slug, name, colour, hasMark }, small = false }: GiftCardProps) {
  const colours = cardColours(colour)
  const style = {
    '--card': colours.background,
    '--card-shade': colours.shade,
    '--card-text': colours.text,
  } as CSSProperties
  return (
    <span className={classNames(styles.holder, small && styles.small)} style={style} aria-hidden={small}>
      <span className={`stack spread gap-0 ${styles.card}`}>
        {hasMark ? (
          <svg className={styles.mark} aria-hidden="true" focusable="false">
            <use href={withBase(`/brands.svg#${slug}`)} />
          </svg>
        ) : (
          <span className={styles.monogram} data-letters={monogram(name)} aria-hidden="true" />
        )}
        {!small && <span className={styles.name}>{name}</span>}
      </span>
    </span>
  )
}

function monogram(name: string) {
  const words = name.replace(/[^\p{L}\p{N} ]/gu, '').split(' ')
  return words
    .slice(0, 2)
    .map((word) => word.charAt(0))
    .join('')
    .toUpperCase()
}
