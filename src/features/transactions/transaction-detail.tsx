import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatDateTime } from '#client/lib/format.ts'
import { useCopy } from '#client/lib/use-copy.ts'
import { Tag } from '#client/ui/badge.tsx'
import { Button, buttonClass } from '#client/ui/button.tsx'
import { CopyButton } from '#client/ui/copy-button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { type Retry, RetryNotice } from '#client/ui/retry.tsx'
import { type NextAction, nextStep } from '#shared/next-step.ts'
import { statusLabels } from '#shared/status-label.ts'
import type { StatusChange, TransactionDetail } from '#shared/submission-schema.ts'
import styles from './transaction-page.module.css'
import { TransactionReceipt } from './transaction-receipt.tsx'

type TransactionViewProps = {
  transaction: TransactionDetail
  /** Set while the latest state could not be loaded. */
  retry: Retry | undefined
}

/** Receipt, next step and timeline of one transaction. */
export function TransactionView({ transaction, retry }: TransactionViewProps) {
  const [copyState, copy] = useCopy()
  return (
    <>
      <Link to="/transactions" className={styles.back}>
        <Icon name="arrow-right" size={18} className={styles.backArrow} />
        Transaction History
      </Link>
      <div className={styles.head}>
        <h1>
          Order <span className={styles.reference}>{transaction.id}</span>
        </h1>
        <div className={styles.tools}>
          <CopyButton what="Order reference" state={copyState} onCopy={() => copy(transaction.id)} />
          <Button variant="secondary" size="small" onClick={() => window.print()}>
            <Icon name="print" size={18} />
            Print
          </Button>
        </div>
      </div>
      {retry && (
        <div className={styles.outdated}>
          <RetryNotice tone="warn" title="Showing the last state we know" {...retry}>
            We could not reach the server. The status may have changed since.
          </RetryNotice>
        </div>
      )}
      <p className="visually-hidden" role="status">
        Status: {statusLabels[transaction.status].name}
      </p>
      <div className={styles.panes}>
        <TransactionReceipt transaction={transaction} />
        <div className={styles.story}>
          <NextStepSection transaction={transaction} />
          <TransactionTimeline history={transaction.history} />
        </div>
      </div>
    </>
  )
}

/** What the customer can do next, with links. */
function NextStepSection({ transaction }: { transaction: TransactionDetail }) {
  const { words, action } = nextStep(transaction.status, transaction.statusReason)
  return (
    <section aria-labelledby="next-step" className={styles.next}>
      <h2 id="next-step">Next step</h2>
      <p>{words}</p>
      <div className={styles.actions}>{ways(transaction)[action]}</div>
    </section>
  )
}

function ways({ id, cardBrand, cardValue }: TransactionDetail): Record<NextAction, ReactNode> {
  const write = (variant: 'primary' | 'quiet') => (
    <Link to="/contact" search={{ about: `Order ${id}` }} className={buttonClass(variant)}>
      Write to Support
    </Link>
  )
  return {
    'sell-again': (
      <>
        <Link to="/exchange" search={{ brand: cardBrand, value: cardValue }} className={buttonClass()}>
          Sell This Card Again
        </Link>
        {write('quiet')}
      </>
    ),
    'sell-another': (
      <>
        <Link to="/exchange" className={buttonClass('secondary')}>
          Sell Another Card
        </Link>
        {write('quiet')}
      </>
    ),
    write: write('primary'),
    none: write('quiet'),
  }
}

/** The status history of a transaction, oldest first. */
function TransactionTimeline({ history }: { history: readonly StatusChange[] }) {
  return (
    <section aria-labelledby="timeline">
      <h2 id="timeline">Timeline</h2>
      <ol className={styles.changes}>
        {history.map((change, at) => (
          <li key={change.id} aria-current={at === history.length - 1 ? 'step' : undefined}>
            <Change change={change} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function Change({ change: { from, to, reason, by, at } }: { change: StatusChange }) {
  const { name, tone } = statusLabels[to]
  return (
    <>
      <div className={styles.statuses}>
        {from === null && <strong>Submitted</strong>}
        <Tag tone={tone}>{name}</Tag>
      </div>
      <p className={styles.when}>
        {by}, <time dateTime={at}>{formatDateTime(at)}</time>
      </p>
      {reason && <p>{reason}</p>}
    </>
  )
}
