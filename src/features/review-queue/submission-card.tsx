import { type ReactNode, useState } from 'react'
import { useStaffPermissions } from '#client/lib/staff-session.ts'
import { Tag } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { RowToggle } from '#client/ui/row-toggle.tsx'
import { Time } from '#client/ui/time.tsx'
import { conditionNames } from '#shared/card-condition.ts'
import { formatDollars } from '#shared/money.ts'
import { needsDecision } from '#shared/queue.ts'
import type { FlagKind } from '#shared/review.ts'
import { statusLabels } from '#shared/status-label.ts'
import type { Submission } from '#shared/submission-schema.ts'
import { isPaid, type RenderProblems } from './paid-order.ts'
import { PayoutTag } from './payout-tag.tsx'
import { queueDetails } from './queue-details.ts'
import { RequestTag } from './requests/request-tag.tsx'
import { WarningMark } from './review/duplicate-warnings.tsx'
import { viewingText } from './review/use-review.ts'
import { DECIDE_KEY, OPEN_KEY } from './review/use-review-shortcuts.ts'
import { SubmissionAge } from './submission-age.tsx'
import styles from './submission-card.module.css'
import { CardFacts, ContactFacts, PayoutFacts } from './submission-facts.tsx'
import { SubmissionFiles } from './submission-files.tsx'
import { SubmissionHistory } from './submission-history.tsx'

type Props = {
  submission: Submission
  now: number
  /** Names of colleagues who are viewing it. */
  viewers: readonly string[]
  warnings: readonly FlagKind[] | undefined
  onDecide: (submission: Submission) => void
  renderProblems: RenderProblems
}

export function SubmissionCard({ submission, now, viewers, warnings, onDecide, renderProblems }: Props) {
  const { id, status } = submission
  const isRegistration = status === 'registered'
  const { mayReview } = useStaffPermissions()
  const [isOpen, toggle] = useDetails()
  return (
    <article
      className={isRegistration ? `muted ${styles.registration}` : styles.card}
      aria-labelledby={`order-${id}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the articles of a feed take the focus
      tabIndex={0}
    >
      <CardRow {...{ submission, now, viewers, warnings, isOpen }} onToggle={toggle}>
        {!isRegistration && mayReview && (
          <Button size="small" variant="secondary" aria-keyshortcuts={DECIDE_KEY} onClick={() => onDecide(submission)}>
            Update Status<span className="visually-hidden"> of {id}</span>
          </Button>
        )}
      </CardRow>
      {isOpen && <CardDetails submission={submission} renderProblems={renderProblems} />}
    </article>
  )
}

/** As last chosen here, until all rows are expanded or collapsed. */
function useDetails(): [isOpen: boolean, toggle: () => void] {
  const all = queueDetails.use() === 'open'
  const [own, setOwn] = useState<{ all: boolean; isOpen: boolean }>()
  const isOpen = own?.all === all ? own.isOpen : all
  return [isOpen, () => setOwn({ all, isOpen: !isOpen })]
}

type CardRowProps = Omit<Props, 'onDecide' | 'renderProblems'> & {
  isOpen: boolean
  onToggle: () => void
  children: ReactNode
}

function CardRow({ submission, now, viewers, warnings, isOpen, onToggle, children }: CardRowProps) {
  const { id, cardType, cardValue, payoutAmount, email, createdAt, status } = submission
  const { name, tone } = statusLabels[status]
  const isRegistration = status === 'registered'
  return (
    <header className={styles.row}>
      <h3 id={`order-${id}`} className="shrinks text-base">
        <RowToggle isOpen={isOpen} controls={`details-${id}`} shortcut={OPEN_KEY} onToggle={onToggle}>
          {cardType} {!isRegistration && <span className={styles.value}>{formatDollars(cardValue)}</span>}
        </RowToggle>
      </h3>
      <span className={`cluster ${styles.status}`}>
        <Tag tone={tone}>{name}</Tag>
        <PayoutTag submission={submission} />
        <RequestTag submission={submission} />
        {warnings && <WarningMark kinds={warnings} />}
      </span>
      <span className={`nowrap ${styles.time}`}>
        {needsDecision(submission) ? (
          <SubmissionAge submission={submission} now={now} />
        ) : (
          <Time at={createdAt} className="muted" />
        )}
      </span>
      <span className={`money tabular strong align-end nowrap ${styles.payout}`}>
        {!isRegistration && formatDollars(payoutAmount)}
      </span>
      <span className={`ellipsis nowrap ${styles.person}`}>{email || 'Deleted account'}</span>
      <span className={`mono muted nowrap ${styles.reference}`}>{id}</span>
      <div className={styles.decide}>{children}</div>
      {viewers.length > 0 && (
        <span className={`inline-row gap-1 strong info ${styles.viewing}`}>
          <Icon name="eye" size={16} /> {viewingText(viewers)}
        </span>
      )}
    </header>
  )
}

function CardDetails({ submission, renderProblems }: Pick<Props, 'submission' | 'renderProblems'>) {
  const { id, cardCondition, email, createdAt, status, statusReason } = submission
  const isRegistration = status === 'registered'
  return (
    <div id={`details-${id}`} className={styles.details}>
      <p className={`cluster baseline gap-0 muted breaks any-width ${styles.line}`}>
        <span className="mono">{id}</span>
        {cardCondition && <span>{conditionNames[cardCondition]}</span>}
        <span>{email || 'Deleted account'}</span>
        <Time at={createdAt} />
      </p>
      <div className={styles.body}>
        {!isRegistration && (
          <div className={styles.files}>
            <SubmissionFiles submission={submission} />
          </div>
        )}
        {!isRegistration && <CardFacts submission={submission} />}
        <div className="stack gap-1 shrinks">
          {!isRegistration && <PayoutFacts submission={submission} />}
          <ContactFacts submission={submission} />
        </div>
      </div>
      {statusReason && (
        <p className={styles.reason}>
          <span className="muted">Reason:</span> {statusReason}
        </p>
      )}
      {isPaid(submission) && renderProblems({ submissionId: id })}
      {!isRegistration && <SubmissionHistory submissionId={id} />}
    </div>
  )
}
