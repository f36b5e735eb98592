import { type RefObject, useEffect, useRef } from 'react'
import { useStaffPermissions } from '#client/lib/staff-session.ts'
import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { FailedLine, QueryState, TryAgain } from '#client/ui/query-state.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import { ownOrderMessage } from '#shared/own-orders.ts'
import type { Review } from '#shared/review-schema.ts'
import type { Submission } from '#shared/submission-schema.ts'
import { DecisionPanel } from '../decision/decision-panel.tsx'
import { PhotoPane } from '../photos/photo-pane.tsx'
import { CardFacts, ContactFacts, PayoutFacts } from '../submission-facts.tsx'
import { HistoryList } from '../submission-history.tsx'
import { DetailHead } from './detail-head.tsx'
import { DuplicateWarnings, SameCardBanner, showWarnings } from './duplicate-warnings.tsx'
import record from './order-record.module.css'
import { OtherSubmissions } from './related-submissions.tsx'
import styles from './review-detail.module.css'
import { ReviewNotes } from './review-notes.tsx'
import { newestSubmission, useReview } from './use-review.ts'
import type { ReviewWorkspace } from './use-review-workspace.ts'

type Props = { id: string; workspace: ReviewWorkspace; onKeys: () => void }

/** The open submission. Shows the data of the list immediately and loads the rest. */
export function ReviewDetail({ id, workspace, onKeys }: Props) {
  const { rows, decisions, focusWanted, open, close } = workspace
  const { mayReview } = useStaffPermissions()
  const query = useReview(id)
  const { data, error, refetch } = query
  const row = rows.find((each) => each.id === id)
  const heading = useRef<HTMLHeadingElement>(null)
  const warnings = useRef<HTMLElement>(null)
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
            <Button size="small" variant="secondary" onClick={() => close()}>
              Back to the list
            </Button>
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
  const onWarnings = () => showWarnings(warnings.current)
  return (
    <article className={`shrinks pad-block-4 ${styles.detail}`} aria-labelledby="open-order">
      <div className={styles.columns}>
        <div className={`gap-3 ${styles.sight}`}>
          <DetailHead
            submission={newest}
            workspace={workspace}
            warnings={data?.flags.length ?? 0}
            isOwnOrder={data?.ownOrder !== undefined}
            onWarnings={onWarnings}
            onKeys={onKeys}
            headingRef={heading}
          />
          {data && <SameCardBanner flags={data.flags} onOpen={open} onShowAll={onWarnings} />}
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
          <Facts submission={newest} isReadOnly={isOwn} />
        </div>
        {!isRegistration && (
          <div className={`shrinks ${styles.decide}`}>
            <Decide submission={newest} review={data} workspace={workspace} />
          </div>
        )}
        <div className={styles.story}>
          <QueryState
            query={query}
            loading={<Skeleton lines={4} label="Loading order..." />}
            failed={({ retry }) => (
              <FailedLine role="alert" retry={retry}>
                The rest of this order could not be loaded.
              </FailedLine>
            )}
          >
            {(review) => <Story review={review} onOpen={open} warningsRef={warnings} />}
          </QueryState>
        </div>
      </div>
    </article>
  )
}

function Facts({ submission, isReadOnly }: { submission: Submission; isReadOnly: boolean }) {
  const isRegistration = submission.status === 'registered'
  return (
    <section aria-label="Facts" className={styles.facts}>
      {!isRegistration && (
        <CardFacts submission={submission} isReadOnly={isReadOnly} keys={{ number: 'Shift+V', code: 'v' }} />
      )}
      <div className="stack gap-1 shrinks">
        {!isRegistration && <PayoutFacts submission={submission} isReadOnly={isReadOnly} />}
        <ContactFacts submission={submission} />
      </div>
    </section>
  )
}

type StoryProps = { review: Review; onOpen: ReviewWorkspace['open']; warningsRef: RefObject<HTMLElement | null> }

function Story({ review, onOpen, warningsRef }: StoryProps) {
  const { submission, flags, otherSubmissions, otherSubmissionsTotal, notes, history } = review
  return (
    <>
      <DuplicateWarnings flags={flags} onOpen={onOpen} sectionRef={warningsRef} />
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

function Decide({
  submission,
  review,
  workspace,
}: {
  submission: Submission
  review?: Review
  workspace: ReviewWorkspace
}) {
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
    <DecisionPanel
      submission={submission}
      history={review?.history ?? []}
      decisions={decisions}
      onSave={(draft, andNext) => save(submission, draft, andNext)}
    />
  )
}
