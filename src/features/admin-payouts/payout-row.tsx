import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatAge, formatDateTime } from '#client/lib/format.ts'
import { LabelTag, Tag } from '#client/ui/badge.tsx'
import { type ButtonVariant, buttonClass, RowButton } from '#client/ui/button.tsx'
import { PayoutFileLink, ReviewLink } from '#client/ui/id-link.tsx'
import { RowCheck } from '#client/ui/row-check.tsx'
import { RowToggle } from '#client/ui/row-toggle.tsx'
import { WaitingAge } from '#client/ui/waiting-age.tsx'
import { formatDollars } from '#shared/money.ts'
import { paymentTypeInfo } from '#shared/payment-method.ts'
import { payoutLabels } from '#shared/payout-label.ts'
import type { Payout } from '#shared/payout-schema.ts'
import { PayoutDetails } from './payout-details.tsx'
import { payoutNotes } from './payout-notes.ts'
import styles from './payout-row.module.css'
import { canSendByPayPal } from './payout-search.ts'
import type { formSteps } from './payout-steps.tsx'

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
        <span className={`shrinks breaks ${styles.part}`}>
          {payout.destination ?? paymentTypeInfo[payout.method].name}
        </span>
        <span className={`shrinks breaks touch-targets ${styles.part}`}>
          {customer.name} <ReviewLink id={submissionId} />
        </span>
        <span
          className={`shrinks breaks muted ${styles.part} ${styles.approved}`}
          title={`Approved by ${approvedBy.name}`}
        >
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

const LATE_MS = 15 * 60_000
/** A hold is late after a day. */
const overdueMs = (state: Payout['state']) => (state === 'held' ? 24 : 1) * 60 * 60_000

function PayoutAge({ payout: { state, approvedAt }, now }: { payout: Payout; now: number }) {
  const age = formatAge(approvedAt, now)
  const waited = now - Date.parse(approvedAt)
  const isWaiting = state === 'held' || state === 'ready' || state === 'sending'
  return (
    <time className="nowrap" dateTime={approvedAt} title={formatDateTime(approvedAt)}>
      {isWaiting && waited >= LATE_MS ? (
        <>
          <WaitingAge age={age} urgency={waited >= overdueMs(state) ? 'overdue' : 'late'} />, approved
        </>
      ) : (
        `Approved ${age === 'now' ? 'just now' : `${age} ago`}`
      )}
    </time>
  )
}

type Hold = Payout['holds'][number]

/** 'begin' locks a payout and shows where it goes, 'send' asks before it is sent by PayPal. */
export type PayoutStep =
  | { kind: 'begin' }
  | { kind: 'send' | 'sent' | 'unpaid' | 'report' | keyof typeof formSteps }
  | { kind: 'lift'; hold: Hold }

type PayoutButtonsProps = Pick<PayoutRowProps, 'payout' | 'staffId' | 'hasPayPal' | 'isBusy' | 'onStep'>

function PayoutButtons({ payout, staffId, hasPayPal, isBusy, onStep }: PayoutButtonsProps) {
  const buttons = buttonsOf(payout, staffId, hasPayPal)
  return (
    buttons && (
      <div className={`cluster stretch gap-2 row-gap-1 ${styles.buttons}`}>
        {buttons.map(({ name, step, variant, shortcut }) =>
          step ? (
            <RowButton
              key={step.kind === 'lift' ? step.hold.id : step.kind}
              of={payout.id}
              variant={variant}
              aria-keyshortcuts={shortcut}
              busy={isBusy && step.kind === 'begin'}
              onClick={() => onStep(step)}
            >
              {name}
            </RowButton>
          ) : (
            <Link
              key={name}
              to="/admin/payouts"
              search={{ show: 'problems' }}
              className={buttonClass('primary', 'small')}
            >
              {name}
              <span className="visually-hidden"> {payout.id}</span>
            </Link>
          ),
        )}
      </div>
    )
  )
}

/** Without a step it leads to the problems. */
type PayoutButton = { name: string; step?: PayoutStep; variant?: ButtonVariant; shortcut?: string }

const recordReturn: PayoutButton = { name: 'Record return...', step: { kind: 'return' } }

const liftNames: Partial<Record<Hold['kind'], string>> = {
  'second-person': 'Release...',
  'account-changed': 'Lift account hold...',
}

const when = (isPossible: boolean, ...buttons: readonly PayoutButton[]) => (isPossible ? buttons : [])

function buttonsOf(payout: Payout, staffId: string, hasPayPal: boolean): readonly PayoutButton[] | undefined {
  const { state, attention, provider, problem, isOwed, isRefund = false } = payout
  if (attention === 'unknown') return unknownButtons(payout, staffId)
  if (state === 'sending') return provider === 'hand' ? sendingButtons(payout, staffId) : undefined
  if (state === 'sent' || state === 'paid')
    return [
      ...when(payout.isUnclaimed === true, { name: 'Cancel at PayPal...', step: { kind: 'cancel-unclaimed' } }),
      recordReturn,
      ...when(problem === undefined && !isRefund, { name: 'Report a problem...', step: { kind: 'report' } }),
      ...when(problem === 'open', { name: 'Decide the problem' }),
      ...when(state === 'paid' && provider === 'paypal', { name: 'Correct fee...', step: { kind: 'fee' } }),
    ]
  const lifts = payout.holds.map((hold): PayoutButton => {
    const name = liftNames[hold.kind] ?? 'Lift hold...'
    return { name, step: { kind: 'lift', hold }, variant: 'primary' }
  })
  if (isOwed) return [...lifts, { name: 'Close debt...', step: { kind: 'close-debt' } }]
  if (state !== 'ready' && state !== 'held') return undefined
  const isForPayPal = hasPayPal && canSendByPayPal(payout)
  const byHand = isForPayPal ? 'secondary' : 'primary'
  return [
    ...when(isForPayPal, { name: 'Send by PayPal...', step: { kind: 'send' }, variant: 'primary' }),
    ...when(state === 'ready', { name: 'Pay by hand', step: { kind: 'begin' }, variant: byHand, shortcut: 'p' }),
    ...lifts,
    { name: 'Hold...', step: { kind: 'hold' } },
    ...when(!isRefund, { name: 'Cancel...', step: { kind: 'cancel' } }),
  ]
}

/** A person who has looked at PayPal says what became of the payout; that nothing did takes two of them. */
function unknownButtons({ state, unpaidReportedBy }: Payout, staffId: string): PayoutButton[] {
  const unpaid = unpaidReportedBy ? 'Confirm that PayPal does not know it...' : 'PayPal does not know it...'
  return [
    { name: 'PayPal has paid it...', step: { kind: 'settle-paid' } },
    ...when(state === 'sending' && unpaidReportedBy?.id !== staffId, { name: unpaid, step: { kind: 'settle-unpaid' } }),
    ...when(state === 'sent', recordReturn),
  ]
}

/** The person who pays says how it ended. Without that person it takes two colleagues to say that it was not paid. */
function sendingButtons({ claimedBy, unpaidReportedBy }: Payout, staffId: string): PayoutButton[] | undefined {
  const step = { kind: 'unpaid' } as const
  if (claimedBy?.id === staffId)
    return [
      { name: 'Mark as sent', step: { kind: 'sent' }, variant: 'primary', shortcut: 's' },
      { name: 'Not sent, put it back...', step },
    ]
  if (unpaidReportedBy?.id === staffId) return undefined
  const name = claimedBy?.name ?? 'the colleague'
  return [{ name: unpaidReportedBy ? `Confirm that ${name} has not paid` : `Not paid, says ${name}`, step }]
}
