import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { formatDateTime } from '#client/lib/format.ts'
import { useSession } from '#client/lib/session.ts'
import { trpc } from '#client/lib/trpc.ts'
import { AddressText } from '#client/ui/address-text.tsx'
import { buttonClass, QuietButton, SecondaryButton } from '#client/ui/button.tsx'
import { CopyButton } from '#client/ui/copy-button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { Receipt, ReceiptRow, ReceiptRows } from '#client/ui/receipt.tsx'
import { Rosette } from '#client/ui/rosette.tsx'
import { conditionNames } from '#shared/card-condition.ts'
import { formatDollars, formatRate } from '#shared/money.ts'
import { byDay, byTime, paidBy } from '#shared/payout-times.ts'
import { usualDecision } from '#shared/tracking-messages.ts'
import styles from './done-step.module.css'
import { StepTitle } from './step-title.tsx'
import type { PlacedSubmission } from './wizard-state.ts'

const STALE_MS = 60_000

export type ConfirmationProps = { email: string | undefined; onStartOver: () => void }

type DoneStepProps = ConfirmationProps & {
  submission: PlacedSubmission
  /** Starts another order like this one; undefined while its brand is not bought. */
  repeat?: { isRequesting: boolean; onPress: () => void }
}

export function DoneStep({ submission, email, repeat, onStartOver }: DoneStepProps) {
  const { customer } = useSession()
  return (
    <div className={`stack top gap-7 margin-top-5 ${styles.done}`}>
      <div>
        <Receipt label="ORDER" aside={submission.cardName}>
          <div className={`cluster spread gap-3 ${styles.head}`}>
            <StepTitle>Order Submitted Successfully!</StepTitle>
            <Rosette />
          </div>
          <div className={`cluster gap-2 ${styles.reference}`}>
            <span className="muted">Order reference</span>
            <strong className="mono">{submission.submissionId}</strong>
            <CopyButton what="Order reference" text={submission.submissionId} />
          </div>
          <ReceiptRows>
            <ReceiptRow label="Card">
              {submission.condition
                ? `${submission.cardName}, ${conditionNames[submission.condition]}`
                : submission.cardName}
            </ReceiptRow>
            <ReceiptRow label="Card value">{formatDollars(submission.cardValue)}</ReceiptRow>
            <ReceiptRow label="Exchange rate">{formatRate(submission.exchangeRate)}</ReceiptRow>
            <ReceiptRow label="Payout">
              <span className={styles.payout}>{formatDollars(submission.payoutAmount)}</span>
            </ReceiptRow>
            {submission.fileCount !== undefined && <ReceiptRow label="Files sent">{submission.fileCount}</ReceiptRow>}
            <ReceiptRow label="Paid to">
              <AddressText>{submission.payoutLabel}</AddressText>
            </ReceiptRow>
            {customer && <ReceiptRow label="Payee">{customer.name}</ReceiptRow>}
            {submission.placedAt !== undefined && (
              <ReceiptRow label="Submitted">{formatDateTime(new Date(submission.placedAt).toISOString())}</ReceiptRow>
            )}
          </ReceiptRows>
          {!submission.isDecided && <p className="margin-top-4">Expected payout: Upon successful card verification</p>}
          {email && (
            <p className="margin-top-2 muted">
              We sent this receipt to <AddressText>{email}</AddressText>.
            </p>
          )}
        </Receipt>
      </div>
      <div className="stack gap-5 not-printed">
        <NextSteps
          isDecided={submission.isDecided === true}
          expected={useExpectedPayout(submission)}
          usual={useUsualDecision(submission)}
        />
        <div className={`cluster stretch ${styles.actions}`}>
          <Link to="/transactions/$reference" params={{ reference: submission.submissionId }} className={buttonClass()}>
            Track this order
          </Link>
          {repeat && (
            <SecondaryButton busy={repeat.isRequesting} onClick={repeat.onPress}>
              Sell another like this
            </SecondaryButton>
          )}
        </div>
        <div className={`cluster stretch gap-1 ${styles.links}`}>
          <QuietButton onClick={onStartOver}>Submit Another Card</QuietButton>
          <Link to="/transactions" className={buttonClass('quiet', 'small')}>
            View Transaction History
          </Link>
          <QuietButton onClick={() => window.print()}>
            <Icon name="print" />
            Print
          </QuietButton>
        </div>
      </div>
    </div>
  )
}

type NextStepsProps = {
  isDecided: boolean
  expected: string | undefined
  /** How long decisions on cards of this brand take; undefined where too little was measured. */
  usual: string | undefined
}

function NextSteps({ isDecided, expected, usual }: NextStepsProps) {
  return (
    <section className={`stack gap-3 ${styles.next}`} aria-labelledby="next-title">
      <h3 id="next-title">What happens next</h3>
      {isDecided ? (
        <p>We've finished checking this order. Track it to see the result and what you can do.</p>
      ) : (
        <ol className="stack gap-3">
          <li>
            <strong>We check the card.</strong> <span className="muted">{usual ?? 'This takes 5 to 15 minutes.'}</span>
          </li>
          <li>
            <strong>We send the money.</strong>{' '}
            <span className="muted">
              Usually 15 to 60 minutes after verification; a bank transfer takes up to 2 business days.
            </span>
            {expected && <p>If everything checks out, expect your money {expected}.</p>}
          </li>
          <li>
            <strong>Track it.</strong>{' '}
            <span className="muted">We'll email you at every step, and you can see the status any time.</span>
          </li>
        </ol>
      )}
    </section>
  )
}

function useUsualDecision({ submissionId, cardName, isDecided }: PlacedSubmission) {
  const { customer } = useSession()
  const enabled = customer !== null && !isDecided
  const { data } = trpc.transactions.get.useQuery({ id: submissionId }, { enabled, staleTime: STALE_MS })
  return data?.tracking && usualDecision(data.tracking, cardName)
}

function useExpectedPayout({ placedAt, isDecided, isPaidByBank }: PlacedSubmission) {
  const [expected, setExpected] = useState<string>()
  // Runs in the browser only: the prerendered page does not know the time zone.
  useEffect(() => {
    setExpected(placedAt === undefined || isDecided ? undefined : expectedPayout(placedAt, isPaidByBank, Date.now()))
  }, [placedAt, isDecided, isPaidByBank])
  return expected
}

/** 'by about 3:40 PM', for a bank 'by Tuesday, November 24'; undefined once passed. Epoch milliseconds. */
export function expectedPayout(placedAt: number, isBank: boolean, now: number) {
  const at = paidBy(placedAt, isBank)
  if (at < now) return undefined
  return isBank ? byDay(at) : byTime(at, now, 'by about')
}
