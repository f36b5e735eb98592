import { useEffect, useRef } from 'react'
import { useStaffPermissions } from '#client/lib/staff-session.ts'
import { Button } from '#client/ui/button.tsx'
import { FailedLine, QueryState, TryAgain } from '#client/ui/query-state.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import type { Review } from '#shared/review-schema.ts'
import type { Submission } from '#shared/submission-schema.ts'
import { DecisionPanel } from '../decision/decision-panel.tsx'
import { PhotoPane } from '../photos/photo-pane.tsx'
import { CardFacts, ContactFacts, PayoutFacts } from '../submission-facts.tsx'
import { HistoryList } from '../submission-history.tsx'
import { DetailHead } from './detail-head.tsx'
import { OtherSubmissions, ReviewFlags } from './related-submissions.tsx'
import styles from './review.module.css'
import { ReviewNotes } from './review-notes.tsx'
import { newestSubmission, useReview } from './use-review.ts'
import type { ReviewWorkspace } from './use-review-workspace.ts'

type Props = { id: string; workspace: ReviewWorkspace; onKeys: () => void }

/** The open submission. Shows the data of the list immediately and loads the rest. */
export function ReviewDetail({ id, workspace, onKeys }: Props) {
  const { rows, decisions, focusWanted, close } = workspace
  const { mayReview } = useStaffPermissions()
  const query = useReview(id)
  const { data, error, refetch } = query
  const row = rows.find((each) => each.id === id)
  const heading = useRef<HTMLHeadingElement>(null)
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
        title={error.data?.code === 'not_found' ? 'There is no such submission' : 'The submission could not be loaded'}
        action={
          <div className={styles.ways}>
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
  if (!newest) return <Skeleton lines={12} label="Loading submission..." />
  return (
    <article className={styles.detail} aria-labelledby="open-order">
      <DetailHead
        submission={newest}
        workspace={workspace}
        flags={data?.flags ?? []}
        onKeys={onKeys}
        headingRef={heading}
      />
      {newest.status !== 'registered' && (
        <section aria-label="Photos">
          {mayReview ? (
            <PhotoPane submission={newest} />
          ) : (
            <p className="muted">Photos are shown to reviewers and owners.</p>
          )}
        </section>
      )}
      <div className={styles.columns}>
        <div className={styles.story}>
          <Facts submission={newest} />
          <QueryState
            query={query}
            loading={<Skeleton lines={4} label="Loading submission..." />}
            failed={({ retry }) => (
              <FailedLine role="alert" retry={retry}>
                The rest of this order could not be loaded.
              </FailedLine>
            )}
          >
            {(review) => <Story review={review} workspace={workspace} />}
          </QueryState>
        </div>
        {newest.status !== 'registered' && <Decide submission={newest} review={data} workspace={workspace} />}
      </div>
    </article>
  )
}

function Facts({ submission }: { submission: Submission }) {
  const isRegistration = submission.status === 'registered'
  return (
    <section aria-label="Facts" className={styles.facts}>
      {!isRegistration && <CardFacts submission={submission} keys={{ number: 'Shift+V', code: 'v' }} />}
      {!isRegistration && <PayoutFacts submission={submission} />}
      <ContactFacts submission={submission} />
    </section>
  )
}

function Story({ review, workspace }: { review: Review; workspace: ReviewWorkspace }) {
  const { submission, flags, otherSubmissions, otherSubmissionsTotal, notes, history } = review
  return (
    <>
      <ReviewFlags flags={flags} onOpen={workspace.open} />
      <OtherSubmissions submissions={otherSubmissions} total={otherSubmissionsTotal} onOpen={workspace.open} />
      <ReviewNotes submissionId={submission.id} notes={notes} />
      <section aria-labelledby="review-history">
        <h4 id="review-history" className={styles.heading}>
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
  if (!mayReview) return <p className="muted">Reviewers and owners decide on submissions. You can write notes.</p>
  return (
    <DecisionPanel
      submission={submission}
      history={review?.history ?? []}
      decisions={decisions}
      onSave={(draft, andNext) => save(submission, draft, andNext)}
    />
  )
}
