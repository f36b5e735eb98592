import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './receipt.module.css'

type ReceiptProps = {
  /** Head of the slip on the left, in capitals: 'QUOTE'. */
  label: string
  /** Head on the right: what the slip is about. */
  aside?: ReactNode
  children: ReactNode
  className?: string
}

/** The torn paper slip on which the product states money. It prints as it is. */
export function Receipt({ label, aside, children, className }: ReceiptProps) {
  return (
    <div className={classNames(styles.receipt, className)}>
      <div className={styles.paper}>
        <div className={classNames(styles.row, styles.head)}>
          <span>{label}</span>
          {aside !== undefined && <span className={styles.aside}>{aside}</span>}
        </div>
        {children}
      </div>
    </div>
  )
}

/** The lines of a receipt. */
export function ReceiptRows({ children }: { children: ReactNode }) {
  return <dl className={styles.rows}>{children}</dl>
}

/** One line: what, dots, how much. `mono` for numbers and codes one compares digit by digit. */
export function ReceiptRow({ label, children, mono }: { label: string; children: ReactNode; mono?: boolean }) {
  return (
    <div className={styles.row}>
      <dt>{label}</dt>
      <dd className={mono ? 'mono' : undefined}>{children}</dd>
    </div>
  )
}

type PayoutFigureProps = {
  children: ReactNode
  caption?: string
  /** No money to the person (yet, or any more): the figure is not green. */
  muted?: boolean
}

/** The money that reaches the person, the largest thing on the slip. It never moves or counts up. */
export function PayoutFigure({ children, caption, muted }: PayoutFigureProps) {
  return (
    <div>
      <p className={classNames(styles.figure, muted && styles.muted)}>{children}</p>
      {caption && <p className={styles.caption}>{caption}</p>}
    </div>
  )
}

/** How much of the card's value is paid out, as a length. `fraction` 0 to 1; the words stand beside it. */
export function PayoutBar({ fraction }: { fraction: number }) {
  const percent = Math.min(1, Math.max(0, fraction)) * 100
  return (
    <div className={styles.bar} aria-hidden="true">
      <div className={styles.fill} style={{ width: `${percent}%` }} />
    </div>
  )
}
