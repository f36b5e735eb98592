import type { ReactNode } from 'react'
import type { PhotoSlot } from '#shared/upload.ts'
import styles from './card-example.module.css'

export function CardExample({ slot }: { slot: PhotoSlot }) {
  const Subject = subjects[slot]
  return (
    <svg className={styles.example} viewBox="0 0 172 108" aria-hidden="true" focusable="false">
      <rect className={styles.table} width="172" height="108" rx="8" />
      <Subject />
    </svg>
  )
}

const subjects: Readonly<Record<PhotoSlot, () => ReactNode>> = {
  front: CardFront,
  back: CardBack,
  receipt: StoreReceipt,
  third: CardFront,
  fourth: CardBack,
}

function CardFront() {
  return (
    <g transform="rotate(-2 86 54)">
      <rect className={styles.card} x="24" y="15" width="124" height="78" rx="7" />
      <circle className={styles.mark} cx="44" cy="35" r="9" />
      <path className={styles.line} d="M62 32h44M62 39h26" />
      <path className={styles.line} d="M36 66h52M36 76h30" />
      <path className={styles.value} d="M100 74h36" />
    </g>
  )
}

function CardBack() {
  return (
    <g transform="rotate(2 86 54)">
      <rect className={styles.paper} x="24" y="15" width="124" height="78" rx="7" />
      <rect className={styles.stripe} x="24" y="24" width="124" height="13" />
      <rect className={styles.scratched} x="34" y="47" width="104" height="18" rx="3" />
      <path className={styles.code} d="M40 56h92" />
      <path className={styles.print} d="M34 75h70M34 82h48" />
    </g>
  )
}

function StoreReceipt() {
  return (
    <g transform="rotate(-2 86 54)">
      <path
        className={styles.paper}
        d="M52 8h68v90l-6.8-5-6.8 5-6.8-5-6.8 5-6.8-5-6.8 5-6.8-5-6.8 5-6.8-5-6.8 5z"
        strokeLinejoin="round"
      />
      <path className={styles.print} d="M68 20h36M60 34h30M60 44h38M60 54h26" />
      <path className={styles.total} d="M60 72h18M98 72h14" />
    </g>
  )
}
