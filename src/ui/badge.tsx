import type { ReactNode } from 'react'
import styles from './badge.module.css'
import { classNames } from './class-names.ts'
import tones from './tone.module.css'

export type Tone = 'ok' | 'info' | 'warn' | 'bad' | 'off'

type TagProps = {
  tone: Tone
  /** Several words may need two lines on a phone with large letters. */
  wraps?: boolean
  children: ReactNode
}

/** A state as a dot and a text, so that it does not depend on colour. */
export function Tag({ tone, wraps, children }: TagProps) {
  const classes = classNames('text-xs strong', wraps ? styles.wraps : 'nowrap', styles.tag, tones[tone])
  return <span className={classes}>{children}</span>
}

export function LabelTag({ label: { name, tone }, wraps }: { label: { name: string; tone: Tone }; wraps?: boolean }) {
  return (
    <Tag tone={tone} wraps={wraps}>
      {name}
    </Tag>
  )
}

type CountProps = {
  count: number
  /** What the entries do: 'unread', 'need a decision'. */
  children: string
  isNew?: boolean
  isUrgent?: boolean
}

/** A number behind a label; renders nothing for 0. */
export function Count({ count, children, isNew, isUrgent }: CountProps) {
  if (count === 0) return null
  return (
    <>
      {' '}
      <span
        className={styles.count}
        data-new={isNew ? '' : undefined}
        data-urgent={isUrgent ? '' : undefined}
        aria-hidden="true"
      >
        {count}
      </span>
      <span className="visually-hidden">
        ({count} {children})
      </span>
    </>
  )
}

export function UnreadCount({ count }: { count: number }) {
  return (
    <Count count={count} isNew>
      unread
    </Count>
  )
}
