import type { ReactNode } from 'react'
import styles from './badge.module.css'
import { classNames } from './class-names.ts'
import tones from './tone.module.css'

export type Tone = 'ok' | 'info' | 'warn' | 'bad' | 'off'

/** A state as a dot and a text, so that it does not depend on colour. */
export function Tag({ tone, children }: { tone: Tone; children: ReactNode }) {
  return <span className={classNames(`text-xs strong nowrap ${styles.tag}`, tones[tone])}>{children}</span>
}

/** The number of unread messages behind a label; renders nothing for 0. */
export function UnreadCount({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <>
      {' '}
      <span className={styles.unread} aria-hidden="true">
        {count}
      </span>
      <span className="visually-hidden">({count} unread)</span>
    </>
  )
}
