import { useState } from 'react'
import { formatAge, formatDateTime } from '#client/lib/format.ts'
import { LabelTag, Tag } from '#client/ui/badge.tsx'
import { PayoutFileLink, ReviewLink } from '#client/ui/id-link.tsx'
import { RowCheck } from '#client/ui/row-check.tsx'
import { RowToggle } from '#client/ui/row-toggle.tsx'
import { WaitingAge } from '#client/ui/waiting-age.tsx'
import { formatDollars } from '#shared/money.ts'
import { paymentTypeInfo } from '#shared/payment-method.ts'
import { payoutLabels } from '#shared/payout-label.ts'
import type { Payout } from '#shared/payout-schema.ts'
import { PayoutButtons, type PayoutStep } from './payout-buttons.tsx'
import { PayoutDetails } from './payout-details.tsx'
import { payoutNotes } from './payout-notes.ts'
import styles from './payout-row.module.css'

type PayoutRowProps = {
  payout: Payout
  staffId: string
  now: number
  hasPayPal: boolean
  isChosen: boolean | undefined
  /** `isRange`: with all payouts since the one that was chosen last. */
  onChoose: (isRange: boolean) => void
  isBusy: boolean
  onStep: (step: PayoutStep) => void
}

export function PayoutRow({ payout, staffId, now, hasPayPal, isChosen, onChoose, isBusy, onStep }: PayoutRowProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { id, submissionId, state, customer, amount, approvedBy } = payout
  const notes = payoutNotes(payout, staffId)
  return (
    <article
      className={`positioned line-top ${styles.payout}`}
      data-open={isOpen || undefined}
      aria-labelledby={`payout-${id}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys J and K move between the rows
      tabIndex={0}
    >
      <header className={styles.row}>
        <div className="row gap-0 shrinks">
          {isChosen !== undefined && (
            <RowCheck label={`Choose ${id}`} shortcut="x" isChecked={isChosen} onToggle={onChoose} />
          )}
          <h3 id={`payout-${id}`} className={`shrinks text-sm ${styles.id}`}>
            <RowToggle isOpen={isOpen} controls={`details-${id}`} shortcut="Enter" onToggle={() => setIsOpen(!isOpen)}>
              <span className="mono">{id}</span>
            </RowToggle>
          </h3>
        </div>
        <span className="money tabular strong align-end">{formatDollars(amount)}</span>
        <span>
          <LabelTag label={payoutLabels[state]} />
          {payout.reconciledAt && <Tag tone="ok">Reconciled</Tag>}
        </span>
        <span className={`shrinks breaks ${styles.to}`}>
          {payout.destination ?? paymentTypeInfo[payout.method].name}
        </span>
        <span className={`shrinks breaks touch-targets ${styles.person}`}>
          {customer.name} <ReviewLink id={submissionId} />
        </span>
        <span className={`shrinks breaks muted ${styles.approved}`} title={`Approved by ${approvedBy.name}`}>
          <PayoutAge payout={payout} now={now} /> <span className="nowrap">by {approvedBy.name}</span>
        </span>
      </header>
      {notes.length > 0 && (
        <ul className={`plain breaks touch-targets ${styles.notes}`} data-attention={payout.attention}>
          {notes.map((note, at) => (
            <li key={note}>
              {note}
              {at === 0 && payout.fileId && (
                <>
                  {' '}
                  File <PayoutFileLink id={payout.fileId} />
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      <PayoutButtons {...{ payout, staffId, hasPayPal, isBusy, onStep }} />
      {isOpen && <PayoutDetails payout={payout} onStep={onStep} />}
    </article>
  )
}

const MINUTE_MS = 60_000
const LATE_MINUTES = 15
const OVERDUE_MINUTES = 60

function PayoutAge({ payout: { state, approvedAt }, now }: { payout: Payout; now: number }) {
  const age = formatAge(approvedAt, now)
  const minutes = (now - Date.parse(approvedAt)) / MINUTE_MS
  const isWaiting = state === 'held' || state === 'ready' || state === 'sending'
  const isLate = isWaiting && minutes >= LATE_MINUTES
  return (
    <time className="nowrap" dateTime={approvedAt} title={formatDateTime(approvedAt)}>
      {isLate ? (
        <>
          <WaitingAge age={age} urgency={minutes >= OVERDUE_MINUTES ? 'overdue' : 'late'} />, approved
        </>
      ) : (
        `Approved ${age === 'now' ? 'just now' : `${age} ago`}`
      )}
    </time>
  )
}
