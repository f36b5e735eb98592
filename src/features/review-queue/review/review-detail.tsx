import { type RefObject, useEffect, useRef } from 'react'
import { HistoryList } from '#client/features/review-queue/submission-facts.tsx'
import { useStaffPermissions } from '#client/lib/staff-session.ts'
import { Tag } from '#client/ui/badge.tsx'
import { QuietButton, SmallButton } from '#client/ui/button.tsx'
import { CopyText } from '#client/ui/copy-button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { KeyCap } from '#client/ui/key-cap.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { QueryPart, TryAgain } from '#client/ui/query-state.tsx'
import { Section } from '#client/ui/section.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import { conditionNames } from '#shared/card-condition.ts'
import { formatDollars } from '#shared/money.ts'
import { ownOrderMessage } from '#shared/own-orders.ts'
import type { Review } from '#shared/review-schema.ts'
import type { Submission } from '#shared/submission-schema.ts'
import { BalanceChecks } from '../checks/balance-checks.tsx'
import { DecisionPanel } from '../decision/decision-panel.tsx'
import { OrderTags, SubmissionAge } from '../order-tags.tsx'
import { PhotoPane } from '../photos/photo-pane.tsx'
import { RequestTools } from '../requests/request-tools.tsx'
import { OrderFacts } from '../submission-facts.tsx'
import { DuplicateWarnings, OwnTries, showWarnings, WarningLine } from './duplicate-warnings.tsx'
import { OrderItemBlock } from './order-item.tsx'
import record from './order-record.module.css'
import { isWarning, orderWarnings } from './order-warnings.ts'
import { OtherSubmissions, SubmissionLink } from './related-submissions.tsx'
import styles from './review-detail.module.css'
import { ReviewNotes } from './review-notes.tsx'
import { newestSubmission, useReview, viewingText } from './use-review.ts'
import { useWorkspace } from './use-review-workspace.ts'

export function ReviewDetail({ id, onKeys }: { id: string; onKeys: () => void }) {
  const { rows, decisions, focusWanted, close, problemsOf } = useWorkspace()
  const { mayReview } = useStaffPermissions()
  const query = useReview(id)
  const { data, error, refetch } = query
  const row = rows.find((each) => each.id === id)
  const heading = useRef<HTMLHeadingElement>(null)
  const flagList = useRef<HTMLElement>(null)
  const hasData = row !== undefined || data !== undefined

  // Moves the focus only after the user opened the submission.
  useEffect(() => {
    if (!hasData || focusWanted.current !== 'detail') return
    focusWanted.current = undefined
    heading.current?.focus({ preventScroll: true })
    heading.current?.closest('article')?.scrollIntoView({ block: 'start' })
  }, [hasData, focusWanted])

  if (!hasData && error)
    return (
      <StateMessage
        headingLevel={3}
        title={error.data?.code === 'not_found' ? 'Order not found' : 'This order could not be loaded'}
        action={
          <>
            <TryAgain retry={() => void refetch()} />
            <SmallButton onClick={() => close()}>Back to the list</SmallButton>
          </>
        }
      >
        {error.message}
      </StateMessage>
    )
  const read = data && decisions.shown(data.submission)
  const newest = row ? newestSubmission(row, read) : read
  if (!newest) return <Skeleton lines={12} label="Loading order..." />
  const isRegistration = newest.status === 'registered'
  const isOwn = data?.ownOrder === 'refused'
  const warnings = data && orderWarnings(data.flags, newest)
  const warned = new Set(data?.flags.filter(isWarning).map(({ submissionId }) => submissionId))
  const before = data?.sentAgainAfter
  const onWarnings = () => showWarnings(flagList.current)
  return (
    <article className={`shrinks pad-block-4 ${styles.detail}`} aria-labelledby="open-order">
      <div className={`stack gap-5 top shrinks ${styles.columns}`}>
        <div className={`stack gap-3 top shrinks ${styles.sight}`}>
          <DetailHead
            submission={newest}
            isOwnOrder={data?.ownOrder !== undefined}
            onKeys={onKeys}
            headingRef={heading}
          />
          {warnings && <WarningLine warnings={warnings} orders={warned.size} onShow={onWarnings} />}
          {before && (
            <p>
              Sent again after {before.reasonCode && `${reasonName(before.reasonCode)}, `}
              <SubmissionLink id={before.submissionId} />
            </p>
          )}
          {!isRegistration && (
            <section aria-label="Photos">
              {mayReview && !isOwn ? (
                <PhotoPane submission={newest} />
              ) : (
                <p className="muted">
                  {isOwn ? 'A colleague reviews the photos.' : 'Only reviewers and owners can see the photos.'}
                </p>
              )}
            </section>
          )}
          <section aria-label="Facts" className={styles.facts}>
            <OrderFacts submission={newest} review={data} hasKeys isReadOnly={isOwn} />
          </section>
        </div>
        {!isRegistration && (
          <div className={`shrinks ${styles.decide}`}>
            <Decide submission={newest} review={data} />
          </div>
        )}
        <div className={`stack gap-5 top shrinks ${styles.story}`}>
          {problemsOf(newest)}
          <QueryPart
            query={query}
            lines={4}
            label="Loading order..."
            failed="The rest of this order could not be loaded."
            role="alert"
          >
            {(review) => <Story review={review} warningsRef={flagList} />}
          </QueryPart>
        </div>
      </div>
    </article>
  )
}

/** 'Cut off' for `cut-off`. */
function reasonName(code: string) {
  const words = code.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

type HeadProps = {
  submission: Submission
  isOwnOrder: boolean
  onKeys: () => void
  headingRef: RefObject<HTMLHeadingElement | null>
}

function DetailHead({ submission, isOwnOrder, onKeys, headingRef }: HeadProps) {
  const { id, cardType, cardValue, cardCondition, status } = submission
  const { previous, next, presence, open, close } = useWorkspace()
  const viewers = presence.get(id) ?? []

  return (
    <header className={styles.head}>
      <div className={`cluster gap-1 ${styles.tools}`}>
        <QuietButton className={styles.back} onClick={() => close()}>
          Back to the list
        </QuietButton>
        <SmallButton
          aria-keyshortcuts="k"
          disabledReason={previous ? undefined : 'This is the first order'}
          onClick={() => previous && open(previous.id)}
        >
          Previous <KeyCap>K</KeyCap>
        </SmallButton>
        <SmallButton
          aria-keyshortcuts="j"
          disabledReason={next ? undefined : 'This is the last order'}
          onClick={() => next && open(next.id)}
        >
          Next <KeyCap>J</KeyCap>
        </SmallButton>
        <SmallButton className={styles.keys} aria-keyshortcuts="?" onClick={onKeys}>
          Keys <KeyCap>?</KeyCap>
        </SmallButton>
      </div>
      <div className={`cluster gap-3 row-gap-1 ${styles.title}`}>
        <h3 id="open-order" ref={headingRef} tabIndex={-1}>
          {cardType}
          {status !== 'registered' && `, ${formatDollars(cardValue)}`}
        </h3>
        {cardCondition && <span className="muted">{conditionNames[cardCondition]}</span>}
        <OrderTags submission={submission} />
        {isOwnOrder && <Tag tone="warn">Own order</Tag>}
        <SubmissionAge submission={submission} />
      </div>
      <p className="cluster gap-1 muted breaks any-width">
        <span className="mono">{id}</span>
        <CopyText text={id} of="the order number" />
      </p>
      <p
        role="status"
        className={viewers.length > 0 ? `inline-row gap-1 strong info ${styles.viewing}` : 'visually-hidden'}
      >
        {viewers.length > 0 && (
          <>
            <Icon name="eye" size={16} /> {viewingText(viewers)}
          </>
        )}
      </p>
    </header>
  )
}

/** An open request stands beside the decision, which would withdraw it. */
const isWaitingForSeller = ({ requests }: Review) => requests.some(({ state }) => state === 'open')

function Story({ review, warningsRef }: { review: Review; warningsRef: RefObject<HTMLElement | null> }) {
  const { mayReview } = useStaffPermissions()
  const { submission, flags, otherSubmissions, otherSubmissionsTotal, notes, history } = review
  return (
    <>
      {mayReview && submission.status !== 'registered' && review.ownOrder !== 'refused' && (
        <>
          <BalanceChecks submission={submission} checks={review.checks} />
          {!isWaitingForSeller(review) && <RequestTools submission={submission} review={review} />}
        </>
      )}
      <DuplicateWarnings flags={flags} sectionRef={warningsRef} />
      <OwnTries flags={flags} />
      {review.item && <OrderItemBlock item={review.item} />}
      <OtherSubmissions submissions={otherSubmissions} total={otherSubmissionsTotal} />
      <ReviewNotes submissionId={submission.id} notes={notes} />
      <Section id="review-history" title="History" level={4} headClass={record.heading}>
        <HistoryList changes={history} />
      </Section>
    </>
  )
}

function Decide({ submission, review }: { submission: Submission; review: Review | undefined }) {
  const { mayReview } = useStaffPermissions()
  if (!mayReview) return <p className="muted">Only reviewers and owners can change the status. You can add notes.</p>
  if (review?.ownOrder === 'refused')
    return (
      <Notice tone="info" title={ownOrderMessage}>
        You can add notes.
      </Notice>
    )
  return (
    <>
      {review && isWaitingForSeller(review) && <RequestTools submission={submission} review={review} />}
      <DecisionPanel submission={submission} review={review} />
    </>
  )
}
