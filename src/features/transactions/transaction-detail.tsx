import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useCopy } from '#client/lib/use-copy.ts'
import { Tag } from '#client/ui/badge.tsx'
import { Button, buttonClass } from '#client/ui/button.tsx'
import { CopyButton } from '#client/ui/copy-button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import type { Retry } from '#client/ui/retry.tsx'
import { RetryNotice } from '#client/ui/retry-notice.tsx'
import { type NextAction, nextStep } from '#shared/next-step.ts'
import { statusLabels } from '#shared/status-label.ts'
import type { TransactionDetail } from '#shared/submission-schema.ts'
import { SentFiles } from './sent-files.tsx'
import styles from './transaction-page.module.css'
import { TransactionReceipt } from './transaction-receipt.tsx'
import { TransactionTimeline } from './transaction-timeline.tsx'

type TransactionViewProps = {
  transaction: TransactionDetail
  /** The customer, who is paid. */
  payee: string
  /** Set while the latest state could not be loaded. */
  retry: Retry | undefined
}

/** Status, next step, timeline, receipt and photos of one transaction, in this order also on small screens. */
export function TransactionView({ transaction, payee, retry }: TransactionViewProps) {
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
          <RetryNotice tone="warn" title="Showing the last status we have" {...retry}>
            We can't reach the server. The status may have changed since.
          </RetryNotice>
        </div>
      )}
      <div className={styles.panes}>
        <div className={styles.story}>
          <Status transaction={transaction} />
          <TransactionTimeline transaction={transaction} />
        </div>
        <div className={styles.record}>
          <TransactionReceipt transaction={transaction} payee={payee} />
          <SentFiles transaction={transaction} />
        </div>
      </div>
    </>
  )
}

/** The status with its reason, and what the customer can do next. */
function Status({ transaction }: { transaction: TransactionDetail }) {
  const { status, statusReason } = transaction
  const { name, tone } = statusLabels[status]
  const { words, action } = nextStep(status, statusReason)
  return (
    <div className={styles.status}>
      <p role="status">
        <span className="visually-hidden">Status: </span>
        <Tag tone={tone}>{name}</Tag>
      </p>
      {statusReason && <p>{statusReason}</p>}
      <section aria-labelledby="next-step" className={styles.next}>
        <h2 id="next-step">Next step</h2>
        <p>{words}</p>
        <div className={styles.actions}>{ways(transaction)[action]}</div>
      </section>
    </div>
  )
}

function ways({ id, cardBrand, cardValue }: TransactionDetail): Record<NextAction, ReactNode> {
  const contact = (variant: 'primary' | 'secondary' | 'quiet') => (
    <Link to="/contact" search={{ about: `Order ${id}` }} className={buttonClass(variant)}>
      Contact support
    </Link>
  )
  return {
    'sell-again': (
      <>
        <Link to="/exchange" search={{ brand: cardBrand, value: cardValue }} className={buttonClass()}>
          Sell this card again
        </Link>
        {contact('quiet')}
      </>
    ),
    'sell-another': (
      <>
        <Link to="/exchange" className={buttonClass('secondary')}>
          Sell another card
        </Link>
        {contact('quiet')}
      </>
    ),
    write: contact('primary'),
    none: contact('secondary'),
  }
}
