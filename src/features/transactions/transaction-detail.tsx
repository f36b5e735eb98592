import { Link } from '@tanstack/react-router'
import { useCopy } from '#client/lib/use-copy.ts'
import { Button } from '#client/ui/button.tsx'
import { CopyButton } from '#client/ui/copy-button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { statusLabels } from '#shared/status-label.ts'
import type { TransactionDetail } from '#shared/submission-schema.ts'
import { NextStepSection } from './next-step-section.tsx'
import styles from './transaction-page.module.css'
import { OrderReceipt } from './transaction-receipt.tsx'
import { OrderTimeline } from './transaction-timeline.tsx'

type OrderDetailProps = {
  order: TransactionDetail
  /** Given while the newest state could not be read. */
  retry: { isRetrying: boolean; onRetry: () => void } | undefined
}

/** The receipt of an order, what to do next, and everything that has happened to it. */
export function OrderDetail({ order, retry }: OrderDetailProps) {
  const [copyState, copy] = useCopy()
  return (
    <>
      <Link to="/transactions" className={styles.back}>
        <Icon name="arrow-right" size={18} className={styles.backArrow} />
        Transaction History
      </Link>
      <div className={styles.head}>
        <h1>
          Order <span className={styles.reference}>{order.id}</span>
        </h1>
        <div className={styles.tools}>
          <CopyButton what="Order reference" state={copyState} onCopy={() => copy(order.id)} />
          <Button variant="secondary" size="small" onClick={() => window.print()}>
            <Icon name="print" size={18} />
            Print
          </Button>
        </div>
      </div>
      {retry && <Outdated {...retry} />}
      <p className="visually-hidden" role="status">
        Status: {statusLabels[order.status].name}
      </p>
      <div className={styles.panes}>
        <OrderReceipt order={order} />
        <div className={styles.story}>
          <NextStepSection order={order} />
          <OrderTimeline history={order.history} />
        </div>
      </div>
    </>
  )
}

function Outdated({ isRetrying, onRetry }: { isRetrying: boolean; onRetry: () => void }) {
  return (
    <div className={styles.outdated}>
      <Notice tone="warn" title="Showing the last state we know" role="status">
        <p>We could not reach the server. The status may have changed since.</p>
        <Button variant="secondary" size="small" busy={isRetrying} onClick={onRetry}>
          Try Again
        </Button>
      </Notice>
    </div>
  )
}
