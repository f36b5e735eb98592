import { type RefObject, useEffect, useRef } from 'react'
import { useStaffPermissions } from '#client/lib/staff-session.ts'
import { Notice } from '#client/ui/notice.tsx'
import { QueryPart, TryAgain } from '#client/ui/query-state.tsx'
import { SmallButton } from '#client/ui/row-button.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import { ownOrderMessage } from '#shared/own-orders.ts'
import { reasonName } from '#shared/reason-name.ts'
import type { Review } from '#shared/review-schema.ts'
import type { Submission } from '#shared/submission-schema.ts'
import { BalanceChecks } from '../checks/balance-checks.tsx'
import { DecisionPanel } from '../decision/decision-panel.tsx'
import { isPaid, type RenderProblems } from '../paid-order.ts'
import { PhotoPane } from '../photos/photo-pane.tsx'
import { RequestTools } from '../requests/request-tools.tsx'
import { BalanceFacts, CardFacts, ContactFacts, PayoutFacts } from '../submission-facts.tsx'
import { HistoryList } from '../submission-history.tsx'
import { DetailHead } from './detail-head.tsx'
import { DuplicateWarnings, OwnTries, showWarnings, WarningLine } from './duplicate-warnings.tsx'
import { OrderItemBlock } from './order-item.tsx'
import record from './order-record.module.css'
import { isWarning, orderWarnings } from './order-warnings.ts'
import { OtherSubmissions, SubmissionLink } from './related-submissions.tsx'
import styles from './review-detail.module.css'
import { ReviewNotes } from './review-notes.tsx'
import { newestSubmission, useReview } from './use-review.ts'
import type { ReviewWorkspace } from './use-review-workspace.ts'

type Props = { id: string; workspace: ReviewWorkspace; renderProblems: RenderProblems; onKeys: () => void }

export function ReviewDetail({ id, workspace, renderProblems, onKeys }: Props) {
  const { rows, decisions, focusWanted, open, close } = workspace
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
          <div className="cluster stretch gap-3">
            <TryAgain retry={() => void refetch()} />
            <SmallButton onClick={() => close()}>Back to the list</SmallButton>
          </div>
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
            workspace={workspace}
            isOwnOrder={data?.ownOrder !== undefined}
            onKeys={onKeys}
            headingRef={heading}
          />
          {warnings && <WarningLine warnings={warnings} orders={warned.size} onShow={onWarnings} />}
          {before && (
            <p>
              Sent again after {before.reasonCode && `${reasonName(before.reasonCode)}, `}
              <SubmissionLink id={before.submissionId} onOpen={open} />
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
          <Facts submission={newest} review={data} isReadOnly={isOwn} />
        </div>
        {!isRegistration && (
          <div className={`shrinks ${styles.decide}`}>
            <Decide submission={newest} review={data} warnings={warnings} workspace={workspace} />
          </div>
        )}
        <div className={`stack gap-5 top shrinks ${styles.story}`}>
          {isPaid(newest) && renderProblems({ submissionId: id })}
          <QueryPart
            query={query}
            lines={4}
            label="Loading order..."
            failed="The rest of this order could not be loaded."
            role="alert"
          >
            {(review) => <Story review={review} workspace={workspace} warningsRef={flagList} />}
          </QueryPart>
        </div>
      </div>
    </article>
  )
}

type FactsProps = { submission: Submission; review: Review | undefined; isReadOnly: boolean }

function Facts({ submission, review, isReadOnly }: FactsProps) {
  const isRegistration = submission.status === 'registered'
  return (
    <section aria-label="Facts" className={styles.facts}>
      {!isRegistration && (
        <CardFacts
          submission={submission}
          isReadOnly={isReadOnly}
          keys={{ number: 'Shift+V', code: 'v' }}
          numberLength={review?.numberLength}
        />
      )}
      <div className="stack gap-1 shrinks">
        {!isRegistration && <PayoutFacts submission={submission} isReadOnly={isReadOnly} />}
        {review && <BalanceFacts balance={review.balance} />}
        <ContactFacts submission={submission} />
      </div>
    </section>
  )
}

type StoryProps = { review: Review; workspace: ReviewWorkspace; warningsRef: RefObject<HTMLElement | null> }

/** An open request stands beside the decision, which would withdraw it. */
const isWaitingForSeller = ({ requests }: Review) => requests.some(({ state }) => state === 'open')

function Story({ review, workspace, warningsRef }: StoryProps) {
  const { open: onOpen } = workspace
  const { mayReview } = useStaffPermissions()
  const { submission, flags, otherSubmissions, otherSubmissionsTotal, notes, history } = review
  return (
    <>
      {mayReview && submission.status !== 'registered' && review.ownOrder !== 'refused' && (
        <>
          <BalanceChecks submission={submission} checks={review.checks} />
          {!isWaitingForSeller(review) && (
            <RequestTools submission={submission} review={review} workspace={workspace} />
          )}
        </>
      )}
      <DuplicateWarnings flags={flags} onOpen={onOpen} sectionRef={warningsRef} />
      <OwnTries flags={flags} onOpen={onOpen} />
      {review.item && <OrderItemBlock item={review.item} />}
      <OtherSubmissions submissions={otherSubmissions} total={otherSubmissionsTotal} onOpen={onOpen} />
      <ReviewNotes submissionId={submission.id} notes={notes} />
      <section aria-labelledby="review-history">
        <h4 id="review-history" className={record.heading}>
          History
        </h4>
        <HistoryList changes={history} />
      </section>
    </>
  )
}

type DecideProps = {
  submission: Submission
  review: Review | undefined
  warnings: readonly string[] | undefined
  workspace: ReviewWorkspace
}

function Decide({ submission, review, warnings, workspace }: DecideProps) {
  const { decisions, save } = workspace
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
      {review && isWaitingForSeller(review) && (
        <RequestTools submission={submission} review={review} workspace={workspace} />
      )}
      <DecisionPanel
        submission={submission}
        history={review?.history ?? []}
        warnings={warnings}
        balance={review?.balance}
        decisions={decisions}
        onSave={(draft, andNext) => save(submission, draft, andNext)}
      />
    </>
  )
}
