import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './receipt.module.css'

/** A torn paper receipt, used wherever the product shows a payout. It is printable. */
export function Receipt({ label, aside, children }: { label: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.receipt}>
      <div className={styles.paper}>
        <div className={`row baseline gap-2 margin-bottom-1 text-sm ${styles.row} ${styles.head}`}>
          <span>{label}</span>
          {aside !== undefined && <span className={styles.aside}>{aside}</span>}
        </div>
        {children}
      </div>
    </div>
  )
}

export function ReceiptRows({ children }: { children: ReactNode }) {
  return <dl className="stack gap-2 margin-top-4">{children}</dl>
}

/** One row: label, dots, value. `mono` for numbers and codes that are compared digit by digit. */
export function ReceiptRow({ label, children, mono }: { label: string; children: ReactNode; mono?: boolean }) {
  return (
    <div className={`row baseline gap-2 ${styles.row}`}>
      <dt>{label}</dt>
      <dd className={mono ? 'mono' : undefined}>{children}</dd>
    </div>
  )
}

/** Never animated. */
export function PayoutFigure({ children, caption, muted }: { children: ReactNode; caption?: string; muted?: boolean }) {
  return (
    <div>
      <p className={classNames('tabular breaks', muted ? 'muted' : 'money', styles.figure)}>{children}</p>
      {caption && <p className="muted">{caption}</p>}
    </div>
  )
}

/** The share of the card's value that is paid out, as a bar. `fraction` is 0 to 1; a text beside it has the number. */
export function PayoutBar({ fraction }: { fraction: number }) {
  const percent = Math.min(1, Math.max(0, fraction)) * 100
  return (
    <div className={`margin-top-3 ${styles.bar}`} aria-hidden="true">
      {percent > 0 && <div className={styles.fill} style={{ width: `${percent}%` }} />}
    </div>
  )
}
