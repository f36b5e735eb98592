import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { fileUrl } from '#client/lib/file-url.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useNow } from '#client/lib/use-now.ts'
import { Button, QuietButton, SmallButton } from '#client/ui/button.tsx'
import { CopyButton } from '#client/ui/copy-button.tsx'
import { FileLink } from '#client/ui/file-link.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { NewTabLink } from '#client/ui/new-tab-link.tsx'
import type { Retry } from '#client/ui/retry.tsx'
import { RetryNotice } from '#client/ui/retry-notice.tsx'
import { Section } from '#client/ui/section.tsx'
import { Time } from '#client/ui/time.tsx'
import { checkOutcomeLabels, checkWayLabels } from '#shared/balance-check.ts'
import type { ShownEvidence } from '#shared/balance-check-schema.ts'
import { formatDollars } from '#shared/money.ts'
import type { TransactionPayout } from '#shared/order-payout-schema.ts'
import type { TransactionDetail } from '#shared/transaction-schema.ts'
import { formatFileSize } from '#shared/upload.ts'
import { isWithdrawn } from '#shared/withdrawal.ts'
import { OrderDebts } from './debts.tsx'
import { isPayoutBack, NextStep, stepOf } from './next-step.tsx'
import { AppealSection } from './offer-and-appeal.tsx'
import type { OrderForms } from './order-forms.ts'
import { Actions, OrderPart } from './order-part.tsx'
import { OrderTags } from './order-tags.tsx'
import { delayOf, OrderTracking, TransactionTimeline } from './order-tracking.tsx'
import styles from './transaction-page.module.css'
import { TransactionReceipt } from './transaction-receipt.tsx'

type TransactionViewProps = OrderForms & { transaction: TransactionDetail; payee: string; retry: Retry | undefined }

/** Status, next step, timeline, receipt and photos of one transaction, in this order also on small screens. */
export function TransactionView({ transaction, payee, retry, ...forms }: TransactionViewProps) {
  return (
    <>
      <Link to="/transactions" className="target gap-2 medium bare hover-underline not-printed">
        <Icon name="arrow-right" size={18} className={styles.backArrow} />
        Transaction History
      </Link>
      <div className="cluster spread gap-5 row-gap-3 margin-top-2 margin-bottom-5">
        <h1>
          Order <span className={`strong breaks ${styles.reference}`}>{transaction.id}</span>
        </h1>
        <div className="cluster stretch">
          <CopyButton what="Order reference" text={transaction.id} />
          <SmallButton onClick={() => window.print()}>
            <Icon name="print" size={18} />
            Print
          </SmallButton>
        </div>
      </div>
      {retry && (
        <div className="margin-bottom-5">
          <RetryNotice tone="warn" title="Showing the last status we have" {...retry}>
            We can't reach the server. The status may have changed since.
          </RetryNotice>
        </div>
      )}
      <div className={`stack top ${styles.panes}`}>
        <div className={`stack gap-6 ${styles.story}`}>
          <Status transaction={transaction} {...forms} />
          <TransactionTimeline transaction={transaction} />
        </div>
        <div className="stack gap-6">
          <TransactionReceipt transaction={transaction} payee={payee} />
          <SentFiles transaction={transaction} renderReplacePhoto={forms.renderReplacePhoto} />
        </div>
      </div>
    </>
  )
}

function Status({
  transaction,
  renderAnswer,
  renderChangePayout,
  renderAppeal,
}: Omit<OrderForms, 'renderReplacePhoto'> & { transaction: TransactionDetail }) {
  const { statusReason, payout, request } = transaction
  const delay = delayOf(transaction, useNow())
  const { data: debts = [] } = trpc.transactions.debts.useQuery()
  const debt = debts.find(({ orderId }) => orderId === transaction.id)
  const owes = debt !== undefined && debt.open > 0
  const step = stepOf(transaction, delay, debt !== undefined)
  const isAsked = request !== undefined || step.action === 'add-photos'
  const place = useRef<HTMLParagraphElement>(null)
  const [isSent, setIsSent] = useState(false)
  const [isChanging, setIsChanging] = useState(false)

  // The form, which had the focus, is gone with the former status.
  useEffect(() => {
    if (!isSent || isAsked) return
    place.current?.focus()
    setIsSent(false)
  }, [isSent, isAsked])

  return (
    <div className={`stack gap-4 line-bottom ${styles.status}`}>
      <p ref={place} tabIndex={-1} role="status">
        <span className="visually-hidden">Status: </span>
        <OrderTags order={transaction} isPage />
      </p>
      {/* What they owe is the one message: thanks for the card would contradict it. */}
      {statusReason && !isWithdrawn(transaction) && !debt && <p>{statusReason}</p>}
      <SentBefore {...transaction} />
      {!debt && <EvidenceSection transaction={transaction} />}
      <OrderTracking order={transaction} />
      {payout && !owes && (
        <YourMoney payout={payout} onChange={isPayoutBack(transaction) ? () => setIsChanging(true) : undefined} />
      )}
      <OrderDebts orderId={transaction.id} />
      {debt?.refund && <YourMoney title="Your refund" payout={debt.refund} onChange={() => setIsChanging(true)} />}
      {debt && <EvidenceSection transaction={transaction} />}
      <AppealSection transaction={transaction} renderAppeal={renderAppeal} />
      {isChanging && renderChangePayout({ orderId: transaction.id, onClose: () => setIsChanging(false) })}
      {!owes && <NextStep {...{ transaction, step, renderAnswer }} onSent={() => setIsSent(true)} />}
    </div>
  )
}

function SentBefore({ sentBefore }: Pick<TransactionDetail, 'sentBefore'>) {
  if (!sentBefore) return null
  const { at, orderId } = sentBefore
  return (
    <p>
      We had it first on <Time at={at} isDay />.{' '}
      {orderId !== undefined && (
        <Link to="/transactions/$reference" params={{ reference: orderId }}>
          See order {orderId}
        </Link>
      )}
    </p>
  )
}

function EvidenceSection({ transaction }: { transaction: TransactionDetail }) {
  const { evidence = [], evidenceDueAt, reasonCode } = transaction
  if (evidence.length === 0 && evidenceDueAt === undefined) return null
  return (
    <Section id="evidence" title="What we saw" level={2} className="stack gap-3">
      {evidence.map((each) => (
        <Check key={each.at} evidence={each} />
      ))}
      {evidenceDueAt !== undefined && (
        <p>
          We owe you the {reasonCode === 'none' ? 'reason' : 'evidence'} for this. It follows by{' '}
          <Time at={evidenceDueAt} />.
        </p>
      )}
    </Section>
  )
}

function Check({ evidence: { outcome, how, balance, fileId, at } }: { evidence: ShownEvidence }) {
  return (
    <div className="stack gap-2">
      <p>
        We checked the card {checkWayLabels[how]} on <Time at={at} />. {checkOutcomeLabels[outcome]}
        {balance !== undefined && `: ${formatDollars(balance)}`}.
      </p>
      {fileId !== undefined && (
        <>
          <img
            src={fileUrl(fileId)}
            alt="What we saw, with numbers and codes painted black"
            className={styles.picture}
          />
          <p>
            <NewTabLink href={fileUrl(fileId)}>Open the picture</NewTabLink>
          </p>
        </>
      )}
    </div>
  )
}

type SentFilesProps = Pick<OrderForms, 'renderReplacePhoto'> & { transaction: TransactionDetail }

/** The photos show codes, so none is on the page before it is asked for. */
function SentFiles({ transaction, renderReplacePhoto }: SentFilesProps) {
  const { id: orderId, status, uploadedFiles, removedAt } = transaction
  const [replacedId, setReplacedId] = useState<string>()
  const file = uploadedFiles.find(({ id }) => id === replacedId)
  return (
    // Focusable, because the button that opened the dialog is gone with the former photo.
    <section tabIndex={-1} aria-labelledby="sent-files" className="not-printed">
      <h2 id="sent-files" className="text-lg">
        Photos you sent
      </h2>
      {removedAt ? (
        <p>
          Erased for your security on <Time at={removedAt} isDay />.
        </p>
      ) : (
        <ul className={`plain lines-between margin-top-1 ${styles.files}`}>
          {uploadedFiles.map(({ id, fileName, fileSize, mimeType }) => (
            <li key={id} className="row baseline spread gap-4">
              <FileLink file={{ id, fileName, mimeType }} />
              <span className="cluster gap-3 rigid">
                <span className="rigid muted text-sm tabular">{formatFileSize(fileSize)}</span>
                {status === 'pending' && (
                  <QuietButton onClick={() => setReplacedId(id)}>
                    Replace<span className="visually-hidden"> {fileName}</span>
                  </QuietButton>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      {file && renderReplacePhoto({ orderId, file, onClose: () => setReplacedId(undefined) })}
    </section>
  )
}

type YourMoneyProps = { title?: string; payout: TransactionPayout; onChange: (() => void) | undefined }

function YourMoney({ title = 'Your money', payout, onChange }: YourMoneyProps) {
  const { state, message, sentAt, waitsUntil, claimBefore, reference } = payout
  return (
    <OrderPart id={payout.id} title={title}>
      <p>{message}</p>
      {waitsUntil && (
        <p>
          It waits until <Time at={waitsUntil} />.
        </p>
      )}
      {claimBefore && (
        <p>
          PayPal waits until <Time at={claimBefore} />. After that the money comes back to us.
        </p>
      )}
      {sentAt && state !== 'failed' && (
        <p>
          Sent <Time at={sentAt} />
          {reference && (
            <>
              , reference <span className={`strong breaks ${styles.reference}`}>{reference}</span>
            </>
          )}
          .
        </p>
      )}
      {payout.isOwed && onChange && (
        <Actions>
          <Button onClick={onChange}>Choose another way to be paid</Button>
        </Actions>
      )}
    </OrderPart>
  )
}
