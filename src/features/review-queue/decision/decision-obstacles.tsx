import { trpc } from '#client/lib/trpc.ts'
import { Notice } from '#client/ui/notice.tsx'
import type { ReviewPresence } from '#shared/review-schema.ts'
import type { StatusChange, Submission } from '#shared/submission-schema.ts'
import { HeldNotice, NewerNotice } from './decision-notices.tsx'
import type { Draft } from './draft.ts'
import type { Problem } from './use-decisions.ts'

type Props = {
  submission: Submission
  history: readonly StatusChange[]
  draft: Draft
  problem: Problem | undefined
  holder: ReviewPresence['holder']
  /** The reviewer knows of the newer decision. */
  onSeen: () => void
}

/** What stands in the way of a decision: a colleague who has the order, a newer decision, or a save that failed. */
export function DecisionObstacles({ holder, ...rest }: Props) {
  const { mutate, isPending, error } = trpc.admin.review.takeOver.useMutation()
  return (
    <>
      {holder && (
        <HeldNotice
          holder={holder}
          isTaking={isPending}
          onTakeOver={() => mutate({ submissionId: rest.submission.id })}
        />
      )}
      {error && (
        <Notice tone="bad" role="alert">
          You could not take over. Please try again.
        </Notice>
      )}
      <Outcome {...rest} />
    </>
  )
}

function Outcome({ submission, history, draft, problem, onSeen }: Omit<Props, 'holder'>) {
  const change = history.findLast(({ to, reason }) => to === submission.status && reason === submission.statusReason)
  if (problem?.kind === 'conflict') return <NewerNotice now={submission} change={change} />
  if (draft.base < submission.version) return <NewerNotice now={submission} change={change} onSeen={onSeen} />
  if (!problem) return null
  return (
    <Notice tone="bad" role="alert">
      {problem.message}
    </Notice>
  )
}
