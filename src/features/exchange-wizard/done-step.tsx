import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { formatDateTime } from '#client/lib/format.ts'
import { useSession } from '#client/lib/session.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useCopy } from '#client/lib/use-copy.ts'
import { Button, buttonClass } from '#client/ui/button.tsx'
import { CopyButton } from '#client/ui/copy-button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { Receipt, ReceiptRow, ReceiptRows } from '#client/ui/receipt.tsx'
import { RetryButton } from '#client/ui/retry.tsx'
import { Rosette } from '#client/ui/rosette.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import { brands } from '#shared/brands.ts'
import { conditionNames } from '#shared/card-condition.ts'
import { formatDollars, formatRate } from '#shared/money.ts'
import { isBankLabel } from '#shared/payment-method.ts'
import { paidBy } from '#shared/payout-times.ts'
import { finalStatuses } from '#shared/submission.ts'
import type { Transaction } from '#shared/submission-schema.ts'
import styles from './done-step.module.css'
import { StepTitle } from './step-title.tsx'
import type { PlacedSubmission } from './wizard-state.ts'

/** Step 4: confirmation with the reference and the next steps. */
export function DoneStep({
  submission,
  onAnother,
}: {
  submission: PlacedSubmission
  onAnother: (brandSlug?: string) => void
}) {
  const brand = brands.find(({ name }) => name === submission.cardName)
  const { customer } = useSession()
  return (
    <div className={styles.done}>
      <div className={styles.paper}>
        <Receipt label="ORDER" aside={submission.cardName}>
          <div className={styles.head}>
            <StepTitle>Order Submitted Successfully!</StepTitle>
            <Rosette of={submission.submissionId} />
          </div>
          <CopyReference reference={submission.submissionId} />
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
            <ReceiptRow label="Paid to">{submission.payoutLabel}</ReceiptRow>
            {customer && <ReceiptRow label="Payee">{customer.name}</ReceiptRow>}
            {submission.placedAt !== undefined && (
              <ReceiptRow label="Submitted">{formatDateTime(new Date(submission.placedAt).toISOString())}</ReceiptRow>
            )}
          </ReceiptRows>
          <p className={styles.expected}>Expected payout: Upon successful card verification</p>
        </Receipt>
      </div>
      <div className={styles.after}>
        <NextSteps expected={useExpectedPayout(submission)} />
        <div className={styles.actions}>
          <Button onClick={() => onAnother()}>Submit Another Card</Button>
          {brand && (
            <Button variant="secondary" onClick={() => onAnother(brand.slug)}>
              Add another {brand.name} card
            </Button>
          )}
          <Link
            to="/transactions/$reference"
            params={{ reference: submission.submissionId }}
            className={buttonClass('secondary')}
          >
            Track this order
          </Link>
          <Link to="/transactions" className={buttonClass('secondary')}>
            View Transaction History
          </Link>
          <Button variant="quiet" onClick={() => window.print()}>
            <Icon name="print" />
            Print
          </Button>
        </div>
      </div>
    </div>
  )
}

function NextSteps({ expected }: { expected: string | undefined }) {
  return (
    <section className={styles.next} aria-labelledby="next-title">
      <h3 id="next-title">What happens next</h3>
      <ol>
        <li>
          <strong>We check the card.</strong> <span className="muted">This takes 5 to 15 minutes.</span>
        </li>
        <li>
          <strong>We send the money.</strong>{' '}
          <span className="muted">
            Usually 15 to 60 minutes after verification; a bank transfer takes up to 2 business days.
          </span>
          {expected && <p>If the card passes, your money should be there {expected}.</p>}
        </li>
        <li>
          <strong>You can follow it.</strong>{' '}
          <span className="muted">Your transaction history shows every change, with its reason.</span>
        </li>
      </ol>
    </section>
  )
}

/** The expected time of the payout in the browser's time zone. */
function useExpectedPayout({ placedAt, isDecided, payoutLabel }: PlacedSubmission): string | undefined {
  const [expected, setExpected] = useState<string>()
  // Runs in the browser only: the prerendered page does not know the time zone.
  useEffect(() => {
    const isBank = isBankLabel(payoutLabel)
    setExpected(placedAt === undefined || isDecided ? undefined : expectedPayout(placedAt, isBank, Date.now()))
  }, [placedAt, isDecided, payoutLabel])
  return expected
}

function CopyReference({ reference }: { reference: string }) {
  const [state, copy] = useCopy()
  return (
    <div className={styles.reference}>
      <span className="muted">Order reference</span>
      <strong className="mono">{reference}</strong>
      <CopyButton what="Order reference" state={state} onCopy={() => copy(reference)} />
    </div>
  )
}

const timeOfDay = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' })
const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric' })

/**
 * The usual arrival of the payout in local time: 'at about 3:40 PM', for a bank 'by Tuesday, November 24'.
 * Undefined once it has passed. `placedAt` and `now` in epoch milliseconds.
 */
export function expectedPayout(placedAt: number, isBank: boolean, now: number): string | undefined {
  const at = paidBy(placedAt, isBank)
  if (at < now) return undefined
  if (isBank) return `by ${weekday.format(at)}`
  const isTomorrow = new Date(at).getDate() !== new Date(now).getDate()
  return `at about ${timeOfDay.format(at)}${isTomorrow ? ' tomorrow' : ''}`
}

/** The confirmation of an earlier submission, after a reload or from a bookmark. */
export function ReopenedSubmission({
  submissionId,
  onAnother,
}: {
  submissionId: string
  onAnother: (brandSlug?: string) => void
}) {
  const { data, isPending, isError, isFetching, refetch } = trpc.transactions.list.useQuery()
  const found = data?.find((each) => each.id === submissionId)
  if (found) return <DoneStep submission={placedSubmissionOf(found)} onAnother={onAnother} />
  if (isPending) return <Skeleton lines={4} height="4rem" label="Loading your order..." />
  if (isError)
    return (
      <StateMessage
        title="This order could not be loaded"
        action={<RetryButton isRetrying={isFetching} onRetry={() => void refetch()} />}
      >
        It is safe with us. Check your connection and try again.
      </StateMessage>
    )
  return (
    <StateMessage title="Order not found" action={<Button onClick={() => onAnother()}>Start New Exchange</Button>}>
      There is no order {submissionId} in this account.
    </StateMessage>
  )
}

function placedSubmissionOf(transaction: Transaction): PlacedSubmission {
  const {
    id,
    giftCardName,
    cardValue,
    exchangeRate,
    payoutAmount,
    paymentMethod,
    uploadedFiles,
    removedAt,
    status,
    createdAt,
  } = transaction
  return {
    submissionId: id,
    cardName: giftCardName,
    cardValue,
    exchangeRate,
    payoutAmount,
    payoutLabel: paymentMethod,
    fileCount: removedAt === undefined ? uploadedFiles.length : undefined,
    placedAt: Date.parse(createdAt),
    isDecided: finalStatuses.has(status),
  }
}
