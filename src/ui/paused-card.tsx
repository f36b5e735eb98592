import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './paused-card.module.css'
import { useToast } from './toast.tsx'

type PausedCardProps = { title: string; words: string; className?: string; children: ReactNode }

/** The place of a link to a card that is not bought now. It stays in the tab order and says why. */
export function PausedCard({ title, words, className, children }: PausedCardProps) {
  const toast = useToast()
  return (
    <button
      type="button"
      aria-disabled="true"
      className={classNames(styles.paused, className)}
      onClick={() => toast({ title, description: words, tone: 'error' })}
    >
      {children}
      <span className="visually-hidden">. {words}</span>
    </button>
  )
}
